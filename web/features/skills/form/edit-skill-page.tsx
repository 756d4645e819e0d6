import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { problems } from '#contract/problems.ts';
import type { Skill, SkillForm as SkillBody } from '#contract/skills/skills.ts';
import { ApiProblem } from '../../../api/api-problem.ts';
import { isUnknownRecord } from '../../../api/record-queries.ts';
import { paths } from '../../../paths.ts';
import { RecordNotFound } from '../../../records/record-not-found.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { SkeletonForm } from '../../../ui/forms/skeleton-form.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/records/empty-state.tsx';
import { getEditedSkillQuery, useUpdateSkill } from '../skills.queries.ts';
import { SkillForm } from './skill-form.tsx';
import { useSkillForm, useSkillFormExit } from './use-skill-form.ts';

/** 'Edit {name}', `/skills/management/{id}` (section 2.5). A skill of the provider shows who keeps it instead. */
export function EditSkillPage() {
  const { id = '' } = useParams({ strict: false });
  return <EditSkill key={id} id={id} />;
}

function EditSkill({ id }: { id: string }) {
  const { data: skill, error } = useQuery(getEditedSkillQuery(id));
  if (isUnknownRecord(error)) return <RecordNotFound />;
  const title = skill ? `Edit ${skill.name}` : 'Edit skill';
  return (
    <>
      <PageHeader title={title} />
      {!skill && <SkeletonForm fieldCount={6} label="Loading the skill" />}
      {skill && !skill.canEdit && (
        <EmptyState drawing="building" text={problems['skills.provided'].message}>
          <Link to={paths.skill(id)}>Look at the skill</Link>
        </EmptyState>
      )}
      {skill?.canEdit && <EditSkillForm skill={skill} />}
    </>
  );
}

function EditSkillForm({ skill }: { skill: Skill }) {
  const updateSkill = useUpdateSkill();
  const { cancelTo } = useSkillFormExit();

  async function save(body: SkillBody, version: number | undefined) {
    try {
      const versioned = { ...body, ...(version !== undefined && { version }) };
      const saved = await updateSkill.mutateAsync({ params: { _id: skill._id }, body: versioned });
      showToast('The skill has been saved.');
      return saved;
    } catch (error) {
      const isDeleted = error instanceof ApiProblem && error.is('record.not-found');
      if (isDeleted) throw new Error('Somebody else has deleted this skill in the meantime.', { cause: error });
      throw error;
    }
  }

  const state = useSkillForm({ record: skill, save });
  return <SkillForm state={state} saveLabel="Update skill" onCancel={() => cancelTo(paths.skill(skill._id))} />;
}
