import { useRef } from 'react';
import { can } from '#contract/capabilities.ts';
import type { Integration, TestReport } from '#features/integrations/contract/integrations.ts';
import { listFields, type IntegrationField } from '#features/integrations/contract/integration-rules.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { useRecordForm } from '#web/records/use-record-form.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import type { IntegrationKind } from '../integration-kind.ts';
import {
  listIntegrationDifferences,
  toValues,
  type IntegrationRecord,
  type IntegrationValues,
} from './integration-values.ts';
import { useStoredTest } from '../integrations.queries.ts';
import { judgeSave, judgeTest } from './judge-values.ts';
import { useIntegrationsNavigation } from '../list/integration-columns.tsx';

interface IntegrationFormOptions {
  readonly kind: IntegrationKind;
  readonly record: IntegrationRecord;
  /** Unique IDs that are in use; none where nothing is created. */
  readonly takenIds: ReadonlySet<string>;
  /** `base` is the record that the form stands on. */
  readonly save: (values: IntegrationValues, base: IntegrationRecord) => Promise<Integration>;
  readonly savedText: string;
}

/** A test that the form has run. */
export interface TestOutcome {
  readonly report: TestReport;
  /** The tested values. */
  readonly values: IntegrationValues;
}

export type IntegrationFormState = ReturnType<typeof useIntegrationForm>;

/** The form of an integration, for creating and for editing. A save leads back to the list. */
export function useIntegrationForm({ kind, record, takenIds, save, savedText }: IntegrationFormOptions) {
  const { goToList } = useIntegrationsNavigation();
  const user = useCurrentUser();
  const { form: formKind } = kind.service;
  const maySeeCredentials = can(
    user,
    formKind === 'ai' ? 'integrations.see-ai-credentials' : 'integrations.see-credentials',
  );
  /** Section 5: users without the capability do not see the confidential fields of a stored integration. */
  const isRestricted = record.id !== undefined && !maySeeCredentials;
  const isConcealed = (field: IntegrationField) => isRestricted && field.isConfidential;
  const toJudging = (base: IntegrationRecord) => ({ kind, record: base, takenIds, isConcealed });

  const lastTest = useRef<TestOutcome>(undefined);
  const storedTest = useStoredTest();

  /** A save after a failed test says so, and tests what was saved, so that the list shows it too. */
  async function saveAndTell(values: IntegrationValues, base: IntegrationRecord): Promise<Integration> {
    const saved = await save(values, base);
    const isTested = JSON.stringify(lastTest.current?.values) === JSON.stringify(values);
    const report = isTested ? lastTest.current?.report : undefined;
    const tested = report?.steps.find(({ outcome }) => outcome === 'failed')?.message;
    const failure = report?.ok ? undefined : (tested ?? saved.health.failure ?? undefined);
    if (report && !saved.lastTest) storedTest.mutate({ params: { id: saved.id } });
    if (failure === undefined) showToast(savedText);
    else showToast(`Saved. The last connection test failed: ${failure}`, 'info');
    return saved;
  }

  const state = useRecordForm<IntegrationValues, IntegrationRecord>({
    record,
    toValues: (stored) => toValues(kind, stored),
    validate: (values, base) => judgeSave(values, toJudging(base)),
    save: saveAndTell,
    onSaved: ({ id }) => void goToList(id === undefined ? {} : { changedRecord: id }),
    listDifferences: (newer, mine) => listIntegrationDifferences({ kind, newer, mine, isConcealed }),
  });

  /** Shows errors under their fields and focuses the first one. Answers whether the values can be tested. */
  function checkForTest(): boolean {
    const { form, base } = state;
    const errors = judgeTest(form.getValues(), toJudging(base));
    form.setErrors(errors);
    const first = listFields(kind.service).find(({ name }) => name in errors);
    if (first) form.getInputNode(first.name)?.focus();
    return Object.keys(errors).length === 0;
  }

  const noteTest = (outcome: TestOutcome) => {
    lastTest.current = outcome;
  };

  const isReadOnly = !can(user, 'integrations.manage');
  return { ...state, kind, isReadOnly, isRestricted, isConcealed, checkForTest, noteTest };
}
