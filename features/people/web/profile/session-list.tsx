import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { ListedSession } from '#features/sign-in/contract/session-list.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { focusHeading } from '#web/lib/focus-heading.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './profile.queries.ts';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';

/** The browsers in which the account is signed in. Each but this one can be ended, and all others at once. */
export function SessionList() {
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  if (!sessions && error) return <LoadError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!sessions) return <SkeletonLines label="Loading the sessions" widths={['40%', '75%']} />;
  if (sessions.length === 0) return <p>You sign in through another service, which manages your sessions.</p>;

  async function endAllOthers() {
    try {
      await endOthers.mutateAsync({});
      focusHeading();
      showToast('All other sessions have been ended.');
    } catch (failure) {
      showToast(toErrorWords(failure), 'error');
    }
  }

  return (
    <>
      <Block as="ul" full>
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </Block>
      {sessions.length > 1 && (
        <Button variant="default" loading={endOthers.isPending} onClick={() => void endAllOthers()}>
          Sign out all other sessions
        </Button>
      )}
    </>
  );
}

function Session({ session }: { session: ListedSession }) {
  const { timeZone } = useCurrentUser();
  const endSession = useEndSession();
  const { id, network, signedInAt, lastUsedAt, isCurrent } = session;
  const name = nameSession(session);

  async function end() {
    try {
      await endSession.mutateAsync({ params: { id } });
      focusHeading();
      showToast(`The session of ${name} has been ended.`);
    } catch (failure) {
      showToast(toErrorWords(failure), 'error');
    }
  }

  return (
    <Row as="li" pad={[3, 0]} gap={4} rowGap={2} justify="between" wrap rule="below">
      <div>
        <p>
          <strong>{name}</strong>
          {isCurrent && (
            <Text as="span" size="sm" tone="green" beside={2}>
              This session
            </Text>
          )}
        </p>
        <Text size="sm" tone="soft">
          <span>{`${network === null ? 'Unknown network' : `Network ${network}`}, signed in `}</span>
          <time dateTime={signedInAt}>{formatDateTime(signedInAt, timeZone)}</time>, last used{' '}
          <time dateTime={lastUsedAt}>{formatDateTime(lastUsedAt, timeZone)}</time>
        </Text>
      </div>
      {!isCurrent && (
        <Button
          size="compact-md"
          variant="default"
          loading={endSession.isPending}
          aria-label={`Sign out ${name}, signed in ${formatDateTime(signedInAt, timeZone)}`}
          onClick={() => void end()}
        >
          Sign out
        </Button>
      )}
    </Row>
  );
}

function nameSession({ browser, system }: ListedSession): string {
  if (browser === null) return system === null ? 'Unknown browser' : `Unknown browser on ${system}`;
  return system === null ? browser : `${browser} on ${system}`;
}
