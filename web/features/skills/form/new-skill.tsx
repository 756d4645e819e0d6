import { useState } from 'react';
import type { SkillForm as SkillBody } from '#contract/skills/skills.ts';
import { ApiProblem } from '../../../api/api-problem.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { paths } from '../../../paths.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { newIdempotencyKey } from '../../../lib/idempotency-key.ts';
import { SkillForm } from './skill-form.tsx';
import { useCreateSkill } from '../skills.queries.ts';
import { useLeaveSkillForm } from './use-skill-form-exit.ts';
import { useSkillForm } from './use-skill-form.ts';

/** 'Create new Skill' (section 2.5). */
export function NewSkill() {
  const { companyName } = useCurrentUser();
  const { cancelTo } = useLeaveSkillForm();
  const create = useCreate();
  const state = useSkillForm({ record: {}, onSave: create });
  return (
    <>
      <PageHeader
        title="Create new Skill"
        purpose={`A skill of ${companyName}, in the store as soon as it is added.`}
      />
      <SkillForm state={state} saveLabel="Add skill" onCancel={() => cancelTo(paths.skillsManagement())} />
    </>
  );
}

function useCreate() {
  const createSkill = useCreateSkill();
  const [key, setKey] = useState(newIdempotencyKey);
  return async (body: SkillBody) => {
    try {
      const skill = await createSkill.mutateAsync({ body, headers: { 'idempotency-key': key } });
      showToast('The skill has been added.');
      return skill;
    } catch (error) {
      // Once the server has answered, the next attempt is another one; without an answer it is the same.
      if (error instanceof ApiProblem && error.requestId !== '') setKey(newIdempotencyKey());
      throw error;
    }
  };
}
