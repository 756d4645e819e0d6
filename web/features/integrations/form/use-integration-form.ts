import { can } from '#contract/capabilities.ts';
import type { Integration } from '#contract/integrations/integrations.ts';
import { listFields } from '#contract/integrations/integration-rules.ts';
import type { IntegrationField } from '#contract/integrations/integration-rules.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { useVersionedForm } from '../../../api/use-versioned-form.ts';
import { useLeaveGuard } from '../../../lib/use-unsaved-changes-guard.ts';
import type { IntegrationKind } from '../integration-kind.ts';
import { toValues } from './integration-values.ts';
import type { IntegrationRecord, IntegrationValues } from './integration-values.ts';
import { judgeSave, judgeTest } from './judge-values.ts';
import { useIntegrationsArea } from '../use-integrations-navigation.ts';

interface IntegrationFormOptions {
  readonly kind: IntegrationKind;
  readonly record: IntegrationRecord;
  /** Unique IDs that are in use; none where nothing is created. */
  readonly takenIds: ReadonlySet<string>;
  /** Throws what the API answers; `base` is the record that the form stands on. */
  readonly onSave: (values: IntegrationValues, base: IntegrationRecord) => Promise<Integration>;
}

export type IntegrationFormState = ReturnType<typeof useIntegrationForm>;

/** The form of an integration, for creating and for editing. A save leads back to the list. */
export function useIntegrationForm({ kind, record, takenIds, onSave }: IntegrationFormOptions) {
  const { goToList } = useIntegrationsArea();
  const user = useCurrentUser();
  const { form: formKind } = kind.service;
  const maySeeCredentials = can(
    user,
    formKind === 'ai' ? 'integrations.see-ai-credentials' : 'integrations.see-credentials',
  );
  /** Section 5: those without the capability do not see what is confidential in a stored integration. */
  const isRestricted = record.id !== undefined && !maySeeCredentials;
  const isConcealed = (field: IntegrationField) => isRestricted && field.isConfidential;
  const toJudging = (base: IntegrationRecord) => ({ kind, record: base, takenIds, isConcealed });

  const state = useVersionedForm<IntegrationValues, IntegrationRecord>({
    record,
    toValues: (stored) => toValues(kind, stored),
    validate: (values, base) => judgeSave(values, toJudging(base)),
    save: onSave,
    onSaved: () => void goToList(),
  });
  const guard = useLeaveGuard(() => state.form.isDirty());

  /** Puts what is wrong under the fields and goes to the first of them. Answers whether the values can be tried. */
  function checkForTest(): boolean {
    const { form, base } = state;
    const errors = judgeTest(form.getValues(), toJudging(base));
    form.setErrors(errors);
    const first = listFields(kind.service).find(({ name }) => name in errors);
    if (first) form.getInputNode(first.name)?.focus();
    return Object.keys(errors).length === 0;
  }

  /** After a deletion there is nothing left to lose. */
  function finish() {
    state.form.resetDirty();
    return goToList();
  }

  return { ...state, kind, guard, isRestricted, isConcealed, checkForTest, finish };
}
