import { getZoneName } from '#contract/calendar/zone-names.ts';
import type { ConversationDetails, HistoryMessage, ListedConversation } from '#contract/analytics/analytics.ts';
import { formatEuroAmount } from '#contract/billing/euros.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { NotListed } from '../../../ui/records/not-listed.tsx';
import { Fact } from '../../../ui/text/fact.tsx';
import styles from './conversation-facts.module.css';
import { ConversationStatusBadge } from '../logs/conversation-status.tsx';
import { toFullName } from '../logs/log-users.ts';

interface ConversationFactsProps {
  record: ListedConversation | undefined;
  /** Undefined while they are loading. */
  details: ConversationDetails | undefined;
  messages: readonly HistoryMessage[] | undefined;
  timeZone: string;
}

/** User, date and status. Without a record, user and date of the messages. */
export function ConversationFacts({ record, details, messages = [], timeZone }: ConversationFactsProps) {
  const user = record ? toFullName(record.user) : messages.find(({ isAssistant }) => !isAssistant)?.author;
  const date = record?.date ?? messages[0]?.date;
  return (
    <dl className={styles.facts}>
      <Fact label="User">
        {user && <bdi>{user}</bdi>}
        <NotListed isMapped={record?.user.isMapped} />
      </Fact>
      <Fact label="Date">
        {date && (
          <>
            <time dateTime={date}>{formatDateTime(date, timeZone)}</time>{' '}
            <span className={styles.zone}>{getZoneName(timeZone, Date.parse(date))}</span>
          </>
        )}
      </Fact>
      <Fact label="Status">
        {record && <ConversationStatusBadge status={record.status} />}
        {record?.approvedAt && (
          <span className={styles.approved}>
            Approved <time dateTime={record.approvedAt}>{formatDateTime(record.approvedAt, timeZone)}</time>
          </span>
        )}
      </Fact>
      {record?.skillState && <Fact label="Skill">Not active when the conversation started</Fact>}
      <RunFacts record={record} details={details} />
    </dl>
  );
}

/** Which conversation it is for the sender, and what it has run and cost. */
function RunFacts({ record, details }: Pick<ConversationFactsProps, 'record' | 'details'>) {
  return (
    <>
      <Fact label="Conversation ID">
        {details && (
          <>
            <code className={styles.id}>{details.externalId}</code>
            <CopyButton label="conversation ID" text={details.externalId} />
          </>
        )}
      </Fact>
      <Fact label="Requests">
        {details && formatCount(details.requests)}
        {details?.cost !== undefined && details.requests > 0 && `, ${formatEuroAmount(details.cost)}`}
      </Fact>
      {record?.apiCalls !== undefined && <Fact label="API calls">{formatCount(record.apiCalls)}</Fact>}
    </>
  );
}
