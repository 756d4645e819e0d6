import type { HealthState, TestStep } from '#features/integrations/contract/health.ts';
import { healthLabels } from '#features/integrations/contract/integration-filters.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { AlertIcon, CheckIcon, CloseIcon } from '#web/ui/drawings/first-icons.tsx';
import { MinusIcon } from '#web/ui/drawings/icons.tsx';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import styles from './integrations.module.css';

const looks = {
  neverTested: { tone: 'faint', Mark: MinusIcon },
  working: { tone: 'green', Mark: CheckIcon },
  degraded: { tone: 'amber', Mark: AlertIcon },
  broken: { tone: 'red', Mark: CloseIcon },
} as const satisfies Record<HealthState, unknown>;

export const nameHealth = ({ health }: Pick<Integration, 'health'>) => healthLabels[health.state];

/** The state of the connection as icon and word, because colour alone is not accessible. */
export function HealthBadge({ integration }: { integration: Pick<Integration, 'health'> }) {
  const { tone, Mark } = looks[integration.health.state];
  return (
    <Row as="span" gap={2} inline weight="medium" breaks="never" tone={tone}>
      <Mark size={16} />
      <span>{nameHealth(integration)}</span>
    </Row>
  );
}

interface HealthProps {
  integration: Pick<Integration, 'health' | 'status'>;
  timeZone: string;
}

/** The cell of the list: the state, and below it what failed or when the connection worked last. */
export function HealthCell({ integration, timeZone }: HealthProps) {
  const { lastSuccessAt, failure } = integration.health;
  return (
    <>
      <HealthBadge integration={integration} />
      {failure !== null && (
        <Text as="span" block size="sm" tone="soft" breaks="anywhere">
          {failure}
        </Text>
      )}
      {failure === null && lastSuccessAt !== null && <SuccessTime at={lastSuccessAt} timeZone={timeZone} />}
    </>
  );
}

function SuccessTime({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <Text as="time" block size="sm" tone="faint" className={styles.detail} dateTime={at}>
      {formatDateTime(at, timeZone)}
    </Text>
  );
}

const advice: Readonly<Record<TestStep, string>> = {
  address: 'Check the address and the port.',
  reach: 'Check that the system is running and accepts connections from the internet.',
  tls: 'Renew or correct the certificate of the system.',
  signIn:
    'Check the username and password, then test the connection. Once it is broken, the portal tries them only once a day, so that the system does not lock the user.',
  identifier: 'Check the identifiers.',
};

/** The facts of the form: state, last success, what failed and what to do. */
export function HealthFacts({ integration, timeZone }: HealthProps) {
  const { lastSuccessAt, failingSince, failedStep, failure } = integration.health;
  return (
    <Facts names="6.5rem" below={5} measure={42} className={styles.facts}>
      <Fact label="Health">
        <HealthBadge integration={integration} />
      </Fact>
      <Fact label="Last success">
        {lastSuccessAt === null ? 'Never' : <SuccessTime at={lastSuccessAt} timeZone={timeZone} />}
      </Fact>
      {failingSince !== null && (
        <Fact label="Failing since">
          <time dateTime={failingSince}>{formatDateTime(failingSince, timeZone)}</time>
        </Fact>
      )}
      {failure !== null && failedStep !== null && (
        <>
          <Fact label="What failed">{failure}</Fact>
          <Fact label="What to do">{advice[failedStep]}</Fact>
        </>
      )}
      <Fact label="Schedule">
        {integration.status ? 'Tested about once an hour.' : 'Not tested while it is disabled.'}
      </Fact>
    </Facts>
  );
}
