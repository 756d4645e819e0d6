import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { can } from '#contract/capabilities.ts';
import { noSkillName } from '#contract/conversations/conversations.ts';
import { formatDuration } from '#contract/calendar/durations.ts';
import { getZoneName } from '#contract/calendar/zone-names.ts';
import type { ConversationDetails, ListedConversation } from '#features/conversation-log/contract/logs.ts';
import type { HistoryMessage } from '#features/conversation-log/contract/history-messages.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
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
import { ConversationStatusBadge } from '#web/records/conversations/conversation-status.tsx';
import { toFullName } from '#web/records/conversations/full-name.ts';

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
    <Facts names="6.5rem" above={4} className={styles.facts}>
      <UserFact name={user} isMapped={record?.user.isMapped} details={details} />
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
      <AnswerFacts record={record} />
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

interface UserFactProps extends Pick<ConversationFactsProps, 'details'> {
  name: string | undefined;
  isMapped: boolean | undefined;
}

/** Leads those who manage users to the person, and others to the person's conversations. */
function UserFact({ name, isMapped, details }: UserFactProps) {
  const viewer = useCurrentUser();
  const userId = details?.userId ?? undefined;
  const shown = <bdi translate="no">{name}</bdi>;
  return (
    <Fact label="User">
      {name && (userId === undefined ? shown : <PersonLink id={userId}>{shown}</PersonLink>)}
      <NotListed isMapped={isMapped} />
      {isMapped === false && can(viewer, 'users.manage') && (
        <Link to={paths.users()} data-unprinted>
          Users
        </Link>
      )}
    </Fact>
  );
}

function PersonLink({ id, children }: { id: string; children: ReactNode }) {
  const mayManage = can(useCurrentUser(), 'users.manage');
  return mayManage ? (
    <Link to={paths.user(id)}>{children}</Link>
  ) : (
    <Link to={paths.logs()} search={{ users: id }} title="Conversations of this user">
      {children}
    </Link>
  );
}

interface SkillFactProps extends Pick<ConversationFactsProps, 'details'> {
  skillState: ListedConversation['skillState'];
}

/** The skill, which leads to its page, or why there is none. */
function SkillFact({ details, skillState }: SkillFactProps) {
  const viewer = useCurrentUser();
  const note = skillState && <span>Not active when the conversation started</span>;
  if (!details) return <Fact label="Skill">{note}</Fact>;
  if (details.isSkillMapped) {
    return (
      <Fact label="Skill">
        {details.skillId !== null && (
          <Link to={paths.skill(details.skillId)}>
            <bdi>{details.skill}</bdi>
          </Link>
        )}
        {note}
      </Fact>
    );
  }
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

/** Reports of the assistant about its answers: failure, tools, model, time and tokens. */
function AnswerFacts({ record }: Pick<ConversationFactsProps, 'record'>) {
  if (!record) return null;
  const { failure, error, tools = [], failedTools = [], models = [], slowestMs, tokens } = record;
  return (
    <>
      <Fact label="Failure">
        {failure && <span>{failure}</span>}
        {error && error !== failure && (
          <Text as="span" size="sm" tone="soft" lines={4} title={error}>
            {error}
          </Text>
        )}
      </Fact>
      <Fact label="Tools">
        {tools.map((tool) => (
          <Text as="span" key={tool} block tone={failedTools.includes(tool) ? 'red' : undefined} translate="no">
            {failedTools.includes(tool) ? `${tool} (failed)` : tool}
          </Text>
        ))}
      </Fact>
      <Fact label="Model">{models.join(', ')}</Fact>
      <Fact label="Slowest">{slowestMs !== undefined && formatDuration(slowestMs)}</Fact>
      <Fact label="Tokens">{tokens !== undefined && formatCount(tokens)}</Fact>
    </>
  );
}

/** The assistant, by its intake key. */
function ReporterFact({ details }: Pick<ConversationFactsProps, 'details'>) {
  const viewer = useCurrentUser();
  if (!details?.reportedBy) return null;
  const { id, name, isRevoked } = details.reportedBy;
  return (
    <Fact label="Reported by">
      {can(viewer, 'intake.manage') ? (
        <Link to={paths.intakeKey(id)}>
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

/** The billed requests and their cost, which lead to their list. */
function RequestsFact({ details, messages = [] }: Pick<ConversationFactsProps, 'details' | 'messages'>) {
  if (!details) return null;
  const { requests, cost, date } = details;
  if (requests === 0) return <Fact label="Requests">0</Fact>;
  const words = `${formatCount(requests)}${cost === undefined ? '' : `, ${formatEuroAmount(cost)} ${netWords}`}`;
  return (
    <Fact label="Requests">
      <RequestsLink range={{ from: date, to: messages.at(-1)?.date ?? date }} conversation={details._id}>
        {words}
      </RequestsLink>
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
