import { can } from '#contract/capabilities.ts';
import type { Skill, SkillForm } from '#contract/skills/skills.ts';
import { incompleteSkillMessage } from '#contract/skills/skill-values.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { useVersionedForm } from '../../../api/use-versioned-form.ts';
import { useLeaveGuard } from '../../../lib/use-unsaved-changes-guard.ts';
import { judgeSkill, toSkillBody, toSkillValues } from './skill-form-values.ts';
import type { SkillRecord } from './skill-form-values.ts';
import { useLeaveSkillForm } from './use-skill-form-exit.ts';

interface SkillFormOptions {
  record: SkillRecord;
  /** Throws what the API answers; `version` is the one the form stands on. */
  onSave: (body: SkillForm, version: number | undefined) => Promise<Skill>;
}

export type SkillFormState = ReturnType<typeof useSkillForm>;

/** The skill form, for creating and for editing. A save leads to the skill (section 2.5). */
export function useSkillForm({ record, onSave }: SkillFormOptions) {
  const canSetPrice = can(useCurrentUser(), 'skills.set-prices');
  const { goToSkill } = useLeaveSkillForm();
  const state = useVersionedForm({
    record,
    toValues: toSkillValues,
    validate: (values) => judgeSkill(values, canSetPrice),
    save: (values, base): Promise<SkillRecord> => {
      const { limit, ...body } = toSkillBody(values, canSetPrice);
      // The limit may have been set elsewhere meanwhile, which leaves the skill's version as it is.
      const isSame = values.limit === toSkillValues(base).limit;
      return onSave(isSame || limit === undefined ? body : { ...body, limit }, base.version);
    },
    onSaved: ({ _id }) => goToSkill(_id ?? ''),
  });
  const { form, alert } = state;
  const guard = useLeaveGuard(() => form.isDirty());
  const messages = Object.values(form.errors);
  const isIncomplete = messages.includes(incompleteSkillMessage);

  /** The message for what is missing stands once above the form (section 8); the fields are only marked. */
  const getError = (field: string) => {
    const path = Object.keys(form.errors).find((each) => each === field || each.startsWith(`${field}.`));
    const message = path === undefined ? undefined : form.errors[path];
    return message === incompleteSkillMessage ? true : message;
  };

  return { ...state, alert: isIncomplete ? incompleteSkillMessage : alert, guard, canSetPrice, getError };
}
