import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatTime } from '#contract/calendar/formats.ts';
import { can } from '#contract/capabilities.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/paths.ts';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { getKeyReportsQuery, intakeKeysQuery } from './intake-keys.queries.ts';

/** So often the portal is asked whether something has come. */
const pollMs = 2000;

interface FirstReportProps {
  keyId: string;
  /** Whether the key was used before, so that only what comes from now on counts. */
  wasUsed: boolean;
  /** The assistant's own id of the example; undefined where none is offered. */
  exampleId?: string | undefined;
}

/** Waits for the first report of a key, then leads to it. */
export function FirstReport({ keyId, wasUsed, exampleId }: FirstReportProps) {
  const { timeZone } = useCurrentUser();
  const [before, setBefore] = useState<string | null | undefined>(wasUsed ? undefined : null);
  const { data } = useQuery({
    ...getKeyReportsQuery(keyId),
    throwOnError: false,
    refetchInterval: ({ state }) => (hasCome(state.data?.acceptedAt, before) ? false : pollMs),
  });
  const acceptedAt = data?.acceptedAt;
  if (before === undefined && acceptedAt !== undefined) setBefore(acceptedAt);
  const isReceived = hasCome(acceptedAt, before);
  const queryClient = useQueryClient();
  useEffect(() => {
    // The list below says when a key was used last.
    if (isReceived) void queryClient.invalidateQueries(intakeKeysQuery);
  }, [isReceived, queryClient]);
  return (
    <Row above={4} gap={3} role="status" tall>
      {hasCome(acceptedAt, before) ? (
        <>
          <StatusBadge tone="green" label={`Received at ${formatTime(acceptedAt, timeZone)}`} />
          <ReceivedLinks exampleId={exampleId} />
        </>
      ) : (
        <StatusBadge tone="grey" label="Waiting for the first conversation…" />
      )}
    </Row>
  );
}

/** The way to what has come, and away with it where it is the example. */
function ReceivedLinks({ exampleId }: Pick<FirstReportProps, 'exampleId'>) {
  const user = useCurrentUser();
  const isRead = exampleId !== undefined && can(user, 'transcripts.read-own');
  const query = queries.analytics.findConversation.queryOptions({
    input: { query: { externalId: exampleId ?? '' } },
    enabled: isRead,
    throwOnError: false,
  });
  const { data } = useQuery(query);
  const removal = useCall(queries.erasures.deleteConversation, { changes: [queries.analytics] });
  const id = data?.id;
  if (removal.isSuccess) return <Text as="span">The example has been removed.</Text>;
  return (
    <>
      <Link to={paths.logs()} search={id ? { record: id } : {}}>
        Read it
      </Link>
      {id && can(user, 'privacy.manage') && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={removal.isPending}
          onClick={() => removal.mutate({ params: { id }, body: { reason: 'The example of the key is removed.' } })}
        >
          Remove the example
        </Button>
      )}
    </>
  );
}

/** @param before when something was accepted before it was waited for; undefined until that is known */
const hasCome = (acceptedAt: string | null | undefined, before: string | null | undefined): acceptedAt is string =>
  typeof acceptedAt === 'string' && before !== undefined && acceptedAt !== before;
