import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { problems } from '#contract/problems.ts';
import type { Skill, SkillForm as SkillBody } from '#contract/skills/skills.ts';
import { ApiProblem } from '../../../api/api-problem.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/records/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SkeletonForm } from '../../../ui/forms/skeleton-form.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { canChangeSkill } from '../can-change-skill.ts';
import { SkillForm } from './skill-form.tsx';
import { SkillNotFound } from '../skill-not-found.tsx';
import { getEditedSkillQuery, isUnknownSkill, useSaveSkill } from '../skills.queries.ts';
import { useLeaveSkillForm } from './use-skill-form-exit.ts';
import { useSkillForm } from './use-skill-form.ts';

/** 'Edit {name}' (section 2.5). An id that is no skill's shows the not-found page, and one of the provider's says whose it is. */
export function EditSkill({ id }: { id: string }) {
  const user = useCurrentUser();
  const { data: skill, error } = useQuery(getEditedSkillQuery(id));
  if (isUnknownSkill(error)) return <SkillNotFound />;
  const title = skill ? `Edit ${skill.name}` : 'Edit skill';
  return (
    <>
      <PageHeader title={title} />
      {!skill && <SkeletonForm fieldCount={6} label="Loading the skill" />}
      {skill && !canChangeSkill(skill, user) && (
        <EmptyState drawing="building" text={problems['skills.provided'].message}>
          <Link to={paths.skill(id)}>Look at the skill</Link>
        </EmptyState>
      )}
      {skill && canChangeSkill(skill, user) && <EditSkillForm skill={skill} />}
    </>
  );
}

function EditSkillForm({ skill }: { skill: Skill }) {
  const saveSkill = useSaveSkill();
  const { cancelTo } = useLeaveSkillForm();

  async function save(body: SkillBody, version: number | undefined) {
    try {
      const versioned = { ...body, ...(version !== undefined && { version }) };
      const saved = await saveSkill.mutateAsync({ params: { _id: skill._id }, body: versioned });
      showToast('The skill has been saved.');
      return saved;
    } catch (error) {
      throw isGone(error)
        ? new Error('Somebody else has deleted this skill in the meantime.', { cause: error })
        : error;
    }
  }

  const state = useSkillForm({ record: skill, onSave: save });
  return <SkillForm state={state} saveLabel="Update skill" onCancel={() => cancelTo(paths.skill(skill._id))} />;
}

const isGone = (error: unknown) => error instanceof ApiProblem && error.is('record.not-found');
