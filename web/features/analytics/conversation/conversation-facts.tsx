import { getZoneName } from '#contract/calendar/zone-names.ts';
import type { HistoryMessage, ListedConversation } from '#contract/analytics/analytics.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { StatusBadge } from '../../../ui/records/status-badge.tsx';
import { Fact } from '../../../ui/text/fact.tsx';
import styles from './conversation-facts.module.css';
import { getStatusTone } from '../logs/log-columns.tsx';
import { toFullName } from '../logs/log-users.ts';

interface ConversationFactsProps {
  record: ListedConversation | undefined;
  messages: readonly HistoryMessage[] | undefined;
  timeZone: string;
}

/** User, date and status. Without a record, user and date of the messages. */
export function ConversationFacts({ record, messages = [], timeZone }: ConversationFactsProps) {
  const user = record ? toFullName(record.user) : messages.find(({ isAssistant }) => !isAssistant)?.author;
  const date = record?.date ?? messages[0]?.date;
  return (
    <dl className={styles.facts}>
      <Fact label="User">{user && <bdi>{user}</bdi>}</Fact>
      <Fact label="Date">
        {date && (
          <>
            <time dateTime={date}>{formatDateTime(date, timeZone)}</time>{' '}
            <span className={styles.zone}>{getZoneName(timeZone, Date.parse(date))}</span>
          </>
        )}
      </Fact>
      <Fact label="Status">
        {record && <StatusBadge tone={getStatusTone(record.status)} label={record.status} />}
        {record?.approvedAt && (
          <span className={styles.approved}>
            Approved <time dateTime={record.approvedAt}>{formatDateTime(record.approvedAt, timeZone)}</time>
          </span>
        )}
      </Fact>
      {record?.skillState && <Fact label="Skill">Not active when the conversation started</Fact>}
    </dl>
  );
}
