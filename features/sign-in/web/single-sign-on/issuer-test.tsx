import { Button } from '@mantine/core';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { SignInDomain, SingleSignOn, SingleSignOnTest } from '#features/sign-in/contract/single-sign-on.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { Addresses } from './portal-addresses.tsx';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import { useTestSingleSignOn } from './single-sign-on.queries.ts';
import { answerWords, outcomeWords, poolTestWords, samlTestWords } from './single-sign-on-values.ts';

interface IssuerTestProps {
  stored: SingleSignOn;
  /** The test is of what is stored. */
  isDirty: boolean;
  onTested: (tested: SingleSignOn) => void;
}

/** The domains with their records, and the test of the stored issuer with its result. */
export function IssuerTest({ stored, isDirty, onTested }: IssuerTestProps) {
  const test = useTestSingleSignOn();
  const run = () => test.mutate({}, { onSuccess: ({ singleSignOn }) => onTested(singleSignOn) });
  const result = test.error ? toErrorWords(test.error) : test.data && toWords(test.data);
  return (
    <Stack gap={4} align="start">
      <Stack as="ul" gap={4} full aria-label="Domains">
        {stored.domains.map((domain) => (
          <DomainProof key={domain.domain} {...domain} />
        ))}
      </Stack>
      {stored.kind !== 'cognito' && <LastAnswer {...stored} />}
      <Button variant="default" loading={test.isPending} disabled={isDirty} onClick={run}>
        Test and verify domains
      </Button>
      <Text role="status" size="sm" tone="soft" breaks="pretty" measure={46}>
        {isDirty ? 'Save your changes first, then run the test.' : result}
      </Text>
    </Stack>
  );
}

function toWords({ outcome, singleSignOn: { kind } }: SingleSignOnTest): string {
  if (kind === 'saml' && outcome === 'ok') return samlTestWords;
  return (kind === 'cognito' ? poolTestWords[outcome] : undefined) ?? outcomeWords[outcome];
}

/** Result of the last sign-in, so that the settings of the sign-in service can be corrected. */
function LastAnswer({ lastAnswer }: Pick<SingleSignOn, 'lastAnswer'>) {
  const { timeZone } = useCurrentUser();
  if (!lastAnswer)
    return (
      <Text size="sm" tone="soft" breaks="pretty" measure={46}>
        No sign-in has come back since these settings were saved.
      </Text>
    );
  const { at, outcome, found } = lastAnswer;
  return (
    <Text size="sm" tone="soft" breaks="pretty" measure={46}>
      <span>{`Last sign-in, ${formatDateTime(at, timeZone)}: ${answerWords[outcome]}`}</span>
      {found !== '' && (
        <span>
          {' '}
          Found: <code translate="no">{found}</code>
        </span>
      )}
    </Text>
  );
}

/** A domain with its state and, until it is verified, the record that verifies it. */
function DomainProof({ domain, recordName, recordText, verifiedAt }: SignInDomain) {
  return (
    <Stack as="li" gap={4} align="start">
      <Row as="span" gap={3} wrap breaks="anywhere">
        <strong>{domain}</strong>
        <StatusBadge tone={verifiedAt ? 'green' : 'amber'} label={verifiedAt ? 'Verified' : 'Not verified'} />
      </Row>
      {!verifiedAt && (
        <Addresses
          entries={[
            { label: `TXT record of ${domain}, name`, text: recordName },
            { label: `TXT record of ${domain}, text`, text: recordText },
          ]}
        />
      )}
    </Stack>
  );
}
