import { useRef, useState } from 'react';
import type { Integration, TestReport } from '#contract/integrations/integrations.ts';
import { applyProblem } from '../../../api/form-errors.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { toBody } from './integration-values.ts';
import type { IntegrationValues } from './integration-values.ts';
import { useStoredTest, useTypedTest } from '../integrations.queries.ts';
import type { IntegrationFormState } from './use-integration-form.ts';

interface TestOutcome {
  readonly report: TestReport;
  /** The values that were tried. */
  readonly values: IntegrationValues;
}

/**
 * Tries the connection: as it was typed, or, where nothing differs from what is stored, as it is stored, which the list
 * then tells of. What is wrong with the values lands under the fields, any other refusal in the toast.
 */
export function useConnectionTest({ form, base, kind, isRestricted, checkForTest }: IntegrationFormState) {
  const typed = useTypedTest();
  const stored = useStoredTest();
  const [outcome, setOutcome] = useState<TestOutcome>();
  const [lastTest, setLastTest] = useState<Integration['lastTest']>(base.lastTest ?? null);
  const isRunning = useRef(false);
  const { id } = base;

  async function send(values: IntegrationValues): Promise<TestReport> {
    if (id !== undefined && (isRestricted || !form.isDirty())) {
      const report = await stored.mutateAsync({ params: { id } });
      setLastTest({ at: report.at, ok: report.ok });
      return report;
    }
    return typed.mutateAsync({ body: { ...toBody(kind, values, base), ...(id !== undefined && { id }) } });
  }

  async function run() {
    if (isRunning.current || !checkForTest()) return;
    isRunning.current = true;
    setOutcome(undefined);
    const values = form.getValues();
    try {
      setOutcome({ report: await send(values), values });
    } catch (error) {
      const words = applyProblem(form, error);
      if (words !== null) showToast(words, 'error');
    } finally {
      isRunning.current = false;
    }
  }

  return { run, isRunning: typed.isPending || stored.isPending, outcome, lastTest };
}
