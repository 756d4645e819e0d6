import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#contract/calendar/formats.ts';
import type { OptOut } from '#features/mail/contract/mails.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { kindNames } from './mail-words.ts';
import { optOutsQuery, useSubscribe } from './mails.queries.ts';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';

/** The e-mails that the person has unsubscribed from; nothing while there are none. */
export function OptOuts() {
  const { data: optOuts, error, isFetching, refetch } = useQuery(optOutsQuery);
  if (!optOuts && error) return <LoadError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!optOuts || optOuts.length === 0) return null;
  return (
    <FormSection title="Unsubscribed e-mails" description="Notifications that you no longer receive.">
      <Block as="ul">
        {optOuts.map((optOut) => (
          <OptOutRow key={optOut.kind} optOut={optOut} />
        ))}
      </Block>
    </FormSection>
  );
}

function OptOutRow({ optOut: { kind, date } }: { optOut: OptOut }) {
  const { timeZone } = useCurrentUser();
  const subscribe = useSubscribe();
  const name = kindNames[kind];

  async function subscribeAgain() {
    try {
      await subscribe.mutateAsync({ params: { kind } });
      showToast(`You are subscribed to “${name}” again.`);
    } catch (failure) {
      showToast(toErrorWords(failure), 'error');
    }
  }

  return (
    <Row as="li" pad={[2, 0]} gap={4} rowGap={2} justify="between" wrap>
      <div>
        <strong>{name}</strong>
        <Text size="sm" tone="soft">
          Unsubscribed <time dateTime={date}>{formatDateTime(date, timeZone)}</time>
        </Text>
      </div>
      <Button
        size="compact-md"
        variant="default"
        loading={subscribe.isPending}
        aria-label={`Subscribe to ${name} again`}
        onClick={() => void subscribeAgain()}
      >
        Subscribe again
      </Button>
    </Row>
  );
}
