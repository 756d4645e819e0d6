import { Link } from '@tanstack/react-router';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import { can } from '#contract/capabilities.ts';
import { formatEuroTotal } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { formatDateTime, formatMonth } from '#contract/calendar/formats.ts';
import { addDays, addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import type { UserFigures } from '#features/dashboard/contract/user-figures.ts';
import type { User } from '#features/people/contract/users.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { toRequestsSearch } from '#web/records/requests-address.ts';
import { WithheldNotice } from '#web/records/withheld-notice.tsx';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { Facts } from '#web/ui/layout/facts.tsx';
import { Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import { lastConversations, useUserConversations, useUserFigures } from './users.queries.ts';

/** The user's activity with the assistants: the figures of the present month, and the last conversations. */
export function UserConversations({ user }: { user: User }) {
  const { data: figures, error, isFetching, refetch } = useUserFigures(user.id);
  const month = figures && getMonth(getDay(Date.parse(figures.from), figures.timeZone));
  return (
    <FormSection
      title="Conversations"
      description={
        month === undefined ? undefined : `Figures of ${formatMonth(month.slice(0, 7))}, and the last conversations.`
      }
    >
      <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {!error && <Figures user={user} figures={figures} month={month} />}
      <LastConversations user={user} />
    </FormSection>
  );
}

interface FiguresProps {
  user: User;
  figures: UserFigures | undefined;
  /** Its first day. */
  month: string | undefined;
}

function Figures({ user, figures, month = '' }: FiguresProps) {
  const days = month === '' ? { from: '', to: '' } : { from: month, to: addDays(addMonths(month, 1), -1) };
  const show = (value: number | undefined) =>
    value === undefined ? <SkeletonLine width="2rem" /> : formatCount(value);
  const requests = toRequestsSearch({ ...days, user: user.id });
  const isBillingShown = can(useCurrentUser(), 'billing.read');
  return (
    <Facts aria-busy={!figures}>
      <div>
        <dt>Conversations</dt>
        <dd>
          <Link to={paths.logs()} search={{ ...days, users: user.id }}>
            {show(figures?.conversations)}
          </Link>
        </dd>
      </div>
      <div>
        <dt>Messages</dt>
        <dd>{show(figures?.messages)}</dd>
      </div>
      {isBillingShown && (
        <div>
          <dt>Requests</dt>
          <dd>
            <Link to={paths.usage()} search={requests}>
              {show(figures?.requests)}
            </Link>
          </dd>
        </div>
      )}
      {isBillingShown && (
        <div>
          <dt>{`Cost, ${netWords}`}</dt>
          <dd>{figures?.cost === undefined ? <SkeletonLine width="3rem" /> : formatEuroTotal(figures.cost)}</dd>
        </div>
      )}
    </Facts>
  );
}

function LastConversations({ user }: { user: User }) {
  const viewer = useCurrentUser();
  const isReadable =
    can(viewer, 'transcripts.read-all') || (viewer.id === user.id && can(viewer, 'transcripts.read-own'));
  const { data, error, isFetching, refetch } = useUserConversations(user.id, isReadable);
  if (!isReadable) {
    return (
      <WithheldNotice>
        Your company’s administrators have restricted access to the transcripts of others.
      </WithheldNotice>
    );
  }
  if (error) return <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div aria-busy="true">
        <span className="visually-hidden" role="status">
          Loading the conversations
        </span>
        <SkeletonLine width="60%" />
      </div>
    );
  }
  if (data.size === 0)
    return (
      <Text above={3} size="sm" tone="soft">
        No conversation has been reported for this user.
      </Text>
    );
  return (
    <>
      <Stack as="ul" gap={1} above={4} below={3} aria-label="Last conversations">
        {data.payloads.map((conversation) => (
          <Conversation key={conversation._id} user={user} conversation={conversation} />
        ))}
      </Stack>
      {data.size > lastConversations && (
        <p>
          <Link to={paths.logs()} search={{ from: '2010-01-01', users: user.id }}>
            {`All ${formatCount(data.size)} conversations`}
          </Link>
        </p>
      )}
    </>
  );
}

interface ConversationProps {
  user: User;
  conversation: ListedConversation;
}

/** To the log of that day, with the conversation open over it. */
function Conversation({ user, conversation: { _id, date, skill, status } }: ConversationProps) {
  const { timeZone } = useCurrentUser();
  const day = getDay(Date.parse(date), timeZone);
  return (
    <Row as="li" gap={4} rowGap={0} align="stretch" wrap breaks="anywhere">
      <Link to={paths.logs()} search={{ from: day, to: day, users: user.id, record: _id }}>
        <time dateTime={date}>{formatDateTime(date, timeZone)}</time>
      </Link>
      <span>{skill}</span>
      <Text as="span" tone="soft">
        {status}
      </Text>
    </Row>
  );
}
