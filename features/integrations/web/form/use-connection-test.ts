import { useRef, useState } from 'react';
import type { Health } from '#features/integrations/contract/health.ts';
import type { Integration, TestReport } from '#features/integrations/contract/integrations.ts';
import { applyProblem } from '#web/api/form-errors.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { toBody, type IntegrationValues } from './integration-values.ts';
import { useStoredTest, useTypedTest } from '../integrations.queries.ts';
import type { IntegrationFormState, TestOutcome } from './use-integration-form.ts';

/**
 * Tests the connection with the typed values, or, where none has changed, the stored integration, whose outcome the list
 * shows. Problems of values appear under their fields, any other problem in the toast.
 */
export function useConnectionTest({ form, base, kind, isRestricted, checkForTest, noteTest }: IntegrationFormState) {
  const typed = useTypedTest();
  const stored = useStoredTest();
  const [outcome, setOutcome] = useState<TestOutcome>();
  const [lastTest, setLastTest] = useState<Integration['lastTest']>(base.lastTest ?? null);
  const [health, setHealth] = useState<Health>(base.health ?? untested);
  const isRunning = useRef(false);
  const { id } = base;

  async function send(values: IntegrationValues): Promise<TestReport> {
    if (id !== undefined && (isRestricted || !form.isDirty())) {
      const report = await stored.mutateAsync({ params: { id } });
      setLastTest({ at: report.at, ok: report.ok });
      setHealth((before) => toTestedHealth(before, report));
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
      const report = await send(values);
      setOutcome({ report, values });
      noteTest({ report, values });
    } catch (error) {
      const words = applyProblem(form, error);
      if (words !== null) showToast(words, 'error');
    } finally {
      isRunning.current = false;
    }
  }

  return { run, isRunning: typed.isPending || stored.isPending, outcome, lastTest, health };
}

const untested: Health = {
  state: 'neverTested',
  lastSuccessAt: null,
  failingSince: null,
  failedStep: null,
  failure: null,
};

/** Derives the health after a test of the stored settings. Only the server decides when failures are a break. */
function toTestedHealth(before: Health, { ok, at, steps }: TestReport): Health {
  if (ok) return { ...untested, state: 'working', lastSuccessAt: at };
  const failed = steps.find(({ outcome }) => outcome === 'failed');
  return {
    state: before.state === 'broken' ? 'broken' : 'degraded',
    lastSuccessAt: before.lastSuccessAt,
    failingSince: before.failingSince ?? at,
    failedStep: failed?.step ?? null,
    failure: failed?.message ?? null,
  };
}
