import { useQuery } from '@tanstack/react-query';
import { formatShortDate } from '#contract/calendar/formats.ts';
import { describeReminderDays } from '#features/receivables/contract/dunning/reminder-levels.ts';
import type { Invoice } from '#features/billing/contract/invoices.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { Block, Text } from '#web/ui/layout/layout.tsx';

/** The payment reminders of an invoice; nothing while they are loaded, and where there are none. */
export function SentReminders({ invoice }: { invoice: Pick<Invoice, '_id' | 'isOwn' | 'kind'> }) {
  const { timeZone } = useCurrentUser();
  const { _id, isOwn, kind } = invoice;
  const { data = [] } = useQuery(
    queries.reminders.listSent.queryOptions({
      input: { params: { _id } },
      enabled: !isOwn && kind === 'invoice',
      throwOnError: false,
    }),
  );
  if (data.length === 0) return null;
  return (
    <Block as="section" above={6} aria-label="Payment reminders">
      <Text as="h3" size="sm" tone="faint" weight="plain">
        Payment reminders
      </Text>
      <Block as="ul" above={2} size="sm">
        {data.map(({ days, sentAt }) => (
          <li key={sentAt + days}>
            <time dateTime={sentAt}>{formatShortDate(sentAt, timeZone)}</time>
            <Text as="span" tone="soft">{` – ${describeReminderDays(days)}`}</Text>
          </li>
        ))}
      </Block>
    </Block>
  );
}
