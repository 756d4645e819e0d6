import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { problems } from '#contract/problems.ts';
import type { Skill, SkillForm as SkillBody } from '#features/skills/contract/skills.ts';
import { ApiProblem } from '#web/api/api-problem.ts';
import { paths } from '#web/paths.ts';
import { RecordFormPage } from '#web/records/record-form-page.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { StandardPrices } from '../prices/standard-prices.tsx';
import { getEditedSkillQuery, useUpdateSkill } from '../skills.queries.ts';
import { SkillForm } from './skill-form.tsx';
import { useSkillForm, useSkillFormExit } from './use-skill-form.ts';

/** 'Edit {name}', `/skills/management/{id}` (section 2.5). A skill of the provider shows who keeps it instead. */
export function EditSkillPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: skill, error } = useQuery(getEditedSkillQuery(id));
  return (
    <RecordFormPage
      title={skill ? `Edit ${skill.name}` : 'Edit skill'}
      data={skill}
      error={error}
      loadingLabel="Loading the skill"
    >
      {(loaded) => (loaded.canEdit ? <EditSkillForm key={id} skill={loaded} /> : <ProvidedSkill id={id} />)}
    </RecordFormPage>
  );
}

function ProvidedSkill({ id }: { id: string }) {
  return (
    <EmptyState drawing="building" text={problems['skills.provided'].message}>
      <Link to={paths.skill(id)}>View skill</Link>
    </EmptyState>
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
      if (isDeleted) throw new Error('Someone else has deleted this skill.', { cause: error });
      throw error;
    }
  }

  const state = useSkillForm({ record: skill, save });
  return (
    <>
      <SkillForm state={state} saveLabel="Update skill" onCancel={() => cancelTo(paths.skill(skill._id))} />
      {state.canSetPrice && <StandardPrices skill={skill} />}
    </>
  );
}
