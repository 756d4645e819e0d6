import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { TestStep } from '#features/integrations/contract/health.ts';
import type { TestReport } from '#features/integrations/contract/integrations.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { CheckIcon, CloseIcon } from '#web/ui/drawings/first-icons.tsx';
import { MinusIcon } from '#web/ui/drawings/icons.tsx';
import { HealthFacts } from '../integration-health.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
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
  passed: { Mark: CheckIcon, tone: 'green', word: 'passed' },
  failed: { Mark: CloseIcon, tone: 'red', word: 'failed' },
  skipped: { Mark: MinusIcon, tone: 'faint', word: 'skipped' },
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
      <Row gap={4} rowGap={3} wrap>
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
          <Text size="sm" tone="faint">
            <span>{`Last test of the saved settings: ${lastTest.ok ? 'passed' : 'failed'}, `}</span>
            <time dateTime={lastTest.at}>{formatDateTime(lastTest.at, timeZone)}</time>
          </Text>
        )}
      </Row>
      <div aria-live="polite" aria-busy={isRunning}>
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
      <Text as="h3" above={5} tone={ok ? 'green' : 'red'}>
        {ok ? 'The connection works.' : 'The connection does not work.'}
      </Text>
      {isOutdated && (
        <Text size="sm" tone="faint">
          The settings have changed since this test.
        </Text>
      )}
      <Block as="ol" above={3} rule="entries">
        {steps.map(({ step, outcome, message }) => {
          const { Mark, tone, word } = outcomes[outcome];
          return (
            <Row as="li" key={step} gap={3} pad={[2, 0]} align="start" data-outcome={outcome}>
              <Row as="span" above={1} tone={tone}>
                <Mark size={16} />
              </Row>
              <div>
                <Text as="strong" weight="medium" tone={outcome === 'skipped' ? 'faint' : undefined}>
                  {stepLabels[step]}
                </Text>
                <span className="visually-hidden">{`, ${word}: `}</span>
                <Text size="sm" tone="soft" breaks="anywhere">
                  {message}
                </Text>
              </div>
            </Row>
          );
        })}
      </Block>
    </div>
  );
}
