import { Link } from '@tanstack/react-router';
import { can } from '#contract/capabilities.ts';
import { noSkillName } from '#contract/conversations/conversations.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import type { ConversationDetails, HistoryMessage, ListedConversation } from '#features/insight/contract/analytics.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { formatReportedCost } from '#web/lib/reported-costs.ts';
import { paths } from '#web/paths.ts';
import { RequestsLink } from '#web/records/range/requests-link.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { NotListed } from '#web/ui/records/not-listed.tsx';
import { Fact, Facts } from '#web/ui/layout/facts.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import styles from './conversation.module.css';
import { RatingWords } from './conversation-rating.tsx';
import { ConversationStatusBadge } from '../logs/conversation-status.tsx';
import { toFullName } from '../logs/filters/log-users.ts';

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
    <Facts below={4} tall={2.75} className={styles.facts}>
      <UserFact name={user} isMapped={record?.user.isMapped} />
      <Fact label="Date">
        {date && (
          <>
            <time dateTime={date}>{formatDateTime(date, timeZone)}</time>{' '}
            <Text as="span" size="sm" tone="soft">
              {getZoneName(timeZone, Date.parse(date))}
            </Text>
          </>
        )}
      </Fact>
      <Fact label="Status">
        {record && <ConversationStatusBadge status={record.status} />}
        {record?.approvedAt && (
          <Text as="span" size="sm" tone="soft">
            Approved <time dateTime={record.approvedAt}>{formatDateTime(record.approvedAt, timeZone)}</time>
          </Text>
        )}
      </Fact>
      <SkillFact details={details} skillState={record?.skillState} />
      <RatingFact details={details} messages={messages} />
      <RunFacts record={record} details={details} messages={messages} />
    </Facts>
  );
}

type RatingFactProps = Pick<ConversationFactsProps, 'details'> & { messages: readonly HistoryMessage[] };

/** Shows the ratings of the whole conversation, and of messages that are not shown. */
function RatingFact({ details, messages }: RatingFactProps) {
  const shown = new Set(messages.flatMap(({ id, hide }) => (hide ? [] : id)));
  const others = details?.ratings.filter(({ messageId }) => messageId === null || !shown.has(messageId)) ?? [];
  if (others.length === 0) return null;
  return (
    <Fact label="Rating">
      {others.map((rating) => (
        <span key={rating.messageId ?? ''}>
          <RatingWords rating={rating} />
        </span>
      ))}
    </Fact>
  );
}

interface UserFactProps {
  name: string | undefined;
  isMapped: boolean | undefined;
}

function UserFact({ name, isMapped }: UserFactProps) {
  const viewer = useCurrentUser();
  return (
    <Fact label="User">
      {name && <bdi translate="no">{name}</bdi>}
      <NotListed isMapped={isMapped} />
      {isMapped === false && can(viewer, 'users.manage') && (
        <Link to={paths.users()} data-unprinted>
          Users
        </Link>
      )}
    </Fact>
  );
}

interface SkillFactProps extends Pick<ConversationFactsProps, 'details'> {
  skillState: ListedConversation['skillState'];
}

/** Notes an unusual skill: not active, not reported, or not in the store. */
function SkillFact({ details, skillState }: SkillFactProps) {
  const viewer = useCurrentUser();
  if (skillState) return <Fact label="Skill">Not active when the conversation started</Fact>;
  if (!details || details.isSkillMapped) return null;
  return (
    <Fact label="Skill">
      <span>{details.skill === noSkillName ? noSkillName : 'Not mapped'}</span>
      {can(viewer, 'intake.manage') && (
        <Link to={paths.reportedNames()} data-unprinted>
          Skill mapping
        </Link>
      )}
    </Fact>
  );
}

/** The assistant, by its intake key. */
function ReporterFact({ details }: Pick<ConversationFactsProps, 'details'>) {
  const viewer = useCurrentUser();
  if (!details?.reportedBy) return null;
  const { name, isRevoked } = details.reportedBy;
  return (
    <Fact label="Reported by">
      {can(viewer, 'intake.manage') ? (
        <Link to={paths.intakeKeys()}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      {isRevoked && (
        <Text as="span" size="sm" tone="soft">
          Key revoked
        </Text>
      )}
    </Fact>
  );
}

/** The file that it was imported from. */
function ImportFact({ details }: Pick<ConversationFactsProps, 'details'>) {
  const viewer = useCurrentUser();
  if (!details?.importedFrom) return null;
  const { id, fileName } = details.importedFrom;
  return (
    <Fact label="Imported from">
      {can(viewer, 'intake.manage') ? (
        <Link to={paths.logImport(id)}>
          <bdi translate="no">{fileName}</bdi>
        </Link>
      ) : (
        <bdi translate="no">{fileName}</bdi>
      )}
    </Fact>
  );
}

/** Shows the charge of the model's provider, which is not billed here. */
function ReportedCostFact({ details }: Pick<ConversationFactsProps, 'details'>) {
  const { reportedCosts = [] } = details ?? {};
  if (reportedCosts.length === 0) return null;
  return (
    <Fact label="Model cost">
      <span>{reportedCosts.map(formatReportedCost).join(', ')}</span>
      <Text as="span" size="sm" tone="soft">
        As reported, not billed
      </Text>
    </Fact>
  );
}

/** The billed requests and their cost, which lead to the billed requests of its days. */
function RequestsFact({ details, messages = [] }: Pick<ConversationFactsProps, 'details' | 'messages'>) {
  if (!details) return null;
  const { requests, cost, date } = details;
  if (requests === 0) return <Fact label="Requests">0</Fact>;
  const words = `${formatCount(requests)}${cost === undefined ? '' : `, ${formatEuroAmount(cost)}`}`;
  return (
    <Fact label="Requests">
      <RequestsLink range={{ from: date, to: messages.at(-1)?.date ?? date }}>{words}</RequestsLink>
    </Fact>
  );
}

/** Which conversation it is for the sender, and what it has run and cost. */
function RunFacts({ record, details, messages }: Pick<ConversationFactsProps, 'record' | 'details' | 'messages'>) {
  return (
    <>
      <Fact label="Conversation ID">
        {details && (
          <>
            <Text translate="no" as="code" size="sm" mono breaks="anywhere">
              {details.externalId}
            </Text>
            <CopyButton label="conversation ID" text={details.externalId} />
          </>
        )}
      </Fact>
      <ReporterFact details={details} />
      <ImportFact details={details} />
      <RequestsFact details={details} messages={messages} />
      <ReportedCostFact details={details} />
      {record?.apiCalls !== undefined && <Fact label="API calls">{formatCount(record.apiCalls)}</Fact>}
    </>
  );
}
