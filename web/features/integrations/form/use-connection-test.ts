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
  /** The tested values. */
  readonly values: IntegrationValues;
}

/**
 * Tests the connection with the typed values, or, where none has changed, the stored integration, whose outcome the list
 * shows. Problems of values appear under their fields, any other problem in the toast.
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
