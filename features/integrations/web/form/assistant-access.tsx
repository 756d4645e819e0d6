import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { KeyGrant } from '#features/integrations/contract/integrations.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { paths } from '#web/paths.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { getGrantsQuery, useChangeGrant } from '../integrations.queries.ts';
import { Block, Row, Text, look } from '#web/ui/layout/layout.tsx';

/** Which assistants may read the credentials of a stored integration, by their intake keys. Takes effect immediately. */
export function AssistantAccess({ id }: { id: string }) {
  return (
    <FormSection
      title="Assistant access"
      description="Assistants see every active integration without its credentials. Choose which intake keys may also read the username and password. Changes apply immediately, and every read is in the audit log."
    >
      <KeyGrants id={id} />
    </FormSection>
  );
}

function KeyGrants({ id }: { id: string }) {
  const { data: grants, error, isFetching, refetch } = useQuery(getGrantsQuery(id));
  if (!grants && error) return <LoadError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!grants) return <SkeletonLines label="Loading intake keys" widths={['60%', '45%']} />;
  if (grants.length === 0) {
    return (
      <p>
        No assistant has an intake key yet. <Link to={paths.intakeKeys()}>Create a key</Link>
      </p>
    );
  }
  return (
    <Block as="ul" rule="entries" aria-label="Intake keys">
      {grants.map((grant) => (
        <Grant key={grant.keyId} id={id} grant={grant} />
      ))}
    </Block>
  );
}

function Grant({ id, grant: { keyId, keyName, hint, grantedBy, grantedAt } }: { id: string; grant: KeyGrant }) {
  const { timeZone } = useCurrentUser();
  const change = useChangeGrant(id);
  const isGranted = grantedAt !== null;
  const label = isGranted ? 'Revoke access' : 'Grant access';

  async function toggle() {
    if (change.isPending) return;
    try {
      await change.mutateAsync({ keyId, isGranted: !isGranted });
      showToast(isGranted ? `${keyName} can no longer read the credentials.` : `${keyName} can read the credentials.`);
    } catch (error) {
      showToast(toErrorWords(error), 'error');
    }
  }

  return (
    <Row as="li" gap={4} justify="between" pad={[3, 0]}>
      <Block breaks="anywhere" shrink>
        <Text as="strong" weight="medium">
          {keyName}
        </Text>{' '}
        <Text as="code" size="sm" tone="faint" translate="no">
          <span className="visually-hidden">ends with </span>
          <span>{`…${hint}`}</span>
        </Text>
        <Text size="sm" tone="faint">
          <StatusBadge tone={isGranted ? 'green' : 'grey'} label={isGranted ? 'Granted' : 'Not granted'} />
          {isGranted && (
            <>
              <span>{` by ${grantedBy ?? ''}, `}</span>
              <time dateTime={grantedAt}>{formatDateTime(grantedAt, timeZone)}</time>
            </>
          )}
        </Text>
      </Block>
      {/* Not `disabled`, because a disabled button loses the focus. */}
      <Button
        {...look({ fixed: true })}
        size="compact-sm"
        variant="default"
        aria-label={`${label}: ${keyName}`}
        aria-disabled={change.isPending}
        data-disabled={change.isPending || undefined}
        onClick={() => void toggle()}
      >
        {label}
      </Button>
    </Row>
  );
}
