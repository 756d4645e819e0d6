import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { TestStep } from '#contract/integrations/health.ts';
import type { TestReport } from '#contract/integrations/integrations.ts';
import { useCurrentUser } from '../../../api/current-user.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { FormSection } from '../../../ui/forms/form-layout.tsx';
import { CheckIcon, CloseIcon, MinusIcon } from '../../../ui/drawings/icons.tsx';
import { HealthFacts } from '../integration-health.tsx';
import styles from './integration-form.module.css';
import type { IntegrationFormState } from './use-integration-form.ts';
import { useConnectionTest } from './use-connection-test.ts';

const stepLabels: Readonly<Record<TestStep, string>> = {
  address: 'Address',
  reach: 'Connection',
  tls: 'Certificate',
  signIn: 'Credentials',
  identifier: 'Identifier',
};

const outcomes = {
  passed: { Mark: CheckIcon, word: 'passed' },
  failed: { Mark: CloseIcon, word: 'failed' },
  skipped: { Mark: MinusIcon, word: 'skipped' },
} as const;

/** Tests whether the integration connects, and shows the outcome of each step. */
export function ConnectionTest({ state }: { state: IntegrationFormState }) {
  const { timeZone } = useCurrentUser();
  const { run, isRunning, outcome, lastTest, health } = useConnectionTest(state);
  const { form, base, isReadOnly } = state;
  const isOutdated = outcome !== undefined && JSON.stringify(outcome.values) !== JSON.stringify(form.values);
  return (
    <FormSection title="Connection test" description={!isReadOnly && 'Tests these settings without saving them.'}>
      {base.id !== undefined && <HealthFacts integration={{ status: base.status, health }} timeZone={timeZone} />}
      <div className={styles.testHead}>
        {/* Not `disabled`, because a disabled button loses the focus. */}
        {!isReadOnly && (
          <Button
            variant="default"
            data-disabled={isRunning || undefined}
            aria-disabled={isRunning}
            onClick={() => void run()}
          >
            {isRunning ? 'Testing…' : 'Test connection'}
          </Button>
        )}
        {lastTest && (
          <p className={styles.lastTest}>
            <span>{`Last test of the saved settings: ${lastTest.ok ? 'passed' : 'failed'}, `}</span>
            <time dateTime={lastTest.at}>{formatDateTime(lastTest.at, timeZone)}</time>
          </p>
        )}
      </div>
      <div aria-live="polite" aria-busy={isRunning} className={styles.report}>
        {isRunning && <p className="visually-hidden">Testing the connection</p>}
        {outcome && <Report report={outcome.report} isOutdated={isOutdated} />}
      </div>
    </FormSection>
  );
}

function Report({ report: { ok, steps }, isOutdated }: { report: TestReport; isOutdated: boolean }) {
  const report = useRef<HTMLDivElement>(null);
  // The report appears at the foot of the form, possibly below the visible part.
  useEffect(() => {
    report.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <div ref={report}>
      <h3 data-ok={ok}>{ok ? 'The connection works.' : 'The connection does not work.'}</h3>
      {isOutdated && <p className={styles.outdated}>The settings have changed since this test.</p>}
      <ol>
        {steps.map(({ step, outcome, message }) => {
          const { Mark, word } = outcomes[outcome];
          return (
            <li key={step} data-outcome={outcome}>
              <Mark size={16} />
              <div>
                <strong>{stepLabels[step]}</strong>
                <span className="visually-hidden">{`, ${word}: `}</span>
                <p>{message}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
