import { useCurrentUser } from '#web/api/current-user.ts';
import { useIdempotentCall } from '#web/api/use-idempotent-call.ts';
import { paths } from '#web/paths.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { useCreateSkill } from '../skills.queries.ts';
import { SkillForm } from './skill-form.tsx';
import { useSkillForm, useSkillFormExit } from './use-skill-form.ts';

/** 'Create new Skill', `/skills/management/addNew` (section 2.5). */
export function NewSkillPage() {
  const { companyName } = useCurrentUser();
  const { cancelTo } = useSkillFormExit();
  const createSkill = useCreateSkill();
  const send = useIdempotentCall();
  const state = useSkillForm({
    record: {},
    save: async (body) => {
      const skill = await send((headers) => createSkill.mutateAsync({ body, headers }));
      showToast('The skill has been added.');
      return skill;
    },
  });
  return (
    <>
      <PageHeader
        title="Create new Skill"
        purpose={`Create a skill for ${companyName}. It appears in the store immediately.`}
      />
      <SkillForm state={state} saveLabel="Add skill" onCancel={() => cancelTo(paths.skillsManagement())} />
    </>
  );
}
