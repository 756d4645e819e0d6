import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router';
import { can } from '#contract/capabilities.ts';
import { incompleteSkillMessage } from '#features/skills/contract/skill-values.ts';
import type { Skill, SkillForm } from '#features/skills/contract/skills.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { paths } from '#web/paths.ts';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { listDifferences, toSkillBody, toSkillValues, validateSkill, type SkillRecord } from './skill-form-values.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The form was opened from the skill's own page, which is one step back. */
    skillEditedHere?: true;
  }
}

interface SkillFormOptions {
  record: SkillRecord;
  /** Throws the problem of the API; `version` is the one that the form was opened with. */
  save: (body: SkillForm, version: number | undefined) => Promise<Skill>;
}

export type SkillFormState = ReturnType<typeof useSkillForm>;

/** The state of the skill form. A save leads to the skill (section 2.5). */
export function useSkillForm({ record, save }: SkillFormOptions) {
  const user = useCurrentUser();
  const canSetPrice = can(user, 'skills.set-prices');
  const canSetLimit = can(user, 'limits.manage');
  const { goToSkill } = useSkillFormExit();
  const state = useRecordForm({
    record,
    toValues: toSkillValues,
    validate: (values) => validateSkill(values, canSetPrice),
    save: (values, base): Promise<SkillRecord> => {
      const { limit, ...body } = toSkillBody(values, canSetPrice);
      // An unchanged limit is not sent, because it can be set elsewhere without a new version of the skill.
      const isSame = values.limit === toSkillValues(base).limit;
      return save(isSame || limit === undefined ? body : { ...body, limit }, base.version);
    },
    onSaved: ({ _id }) => goToSkill(_id ?? ''),
    listDifferences,
  });
  const { form, alert } = state;
  const isIncomplete = Object.values(form.errors).includes(incompleteSkillMessage);

  /** The message for missing fields is shown once, above the form (section 8); `true` only marks the field. */
  const getError = (field: string) => {
    const path = Object.keys(form.errors).find((each) => each === field || each.startsWith(`${field}.`));
    const message = path === undefined ? undefined : form.errors[path];
    return message === incompleteSkillMessage ? true : message;
  };

  return { ...state, alert: isIncomplete ? incompleteSkillMessage : alert, canSetPrice, canSetLimit, getError };
}

/** The ways out of the form: Cancel goes back, a save leads to the skill (section 2.5). */
export function useSkillFormExit() {
  const router = useRouter();
  const navigate = useNavigate();
  const canGoBack = useCanGoBack();
  /**
   * One step back where the form was opened from the skill's page, because that page would be in the history twice.
   * Otherwise the page replaces the form, which would be out of date one step back.
   */
  const goToSkill = (id: string) => {
    if (router.latestLocation.state.skillEditedHere) router.history.back();
    else void navigate({ to: paths.skill(id), replace: true, state: true });
  };
  const cancelTo = (path: string) => (canGoBack ? router.history.back() : void navigate({ to: path }));
  return { goToSkill, cancelTo };
}
