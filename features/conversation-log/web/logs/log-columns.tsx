import { ratingLabels } from '#contract/conversations/rating-values.ts';
import { formatDuration } from '#contract/calendar/durations.ts';
import { Fragment } from 'react';
import type { ListedConversation } from '#features/conversation-log/contract/logs.ts';
import { noSkillName, unknownUserName } from '#contract/conversations/conversations.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { NotListed } from '#web/ui/records/not-listed.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { ConversationStatusBadge } from '#web/records/conversations/conversation-status.tsx';
import { toFullName } from '#web/records/conversations/full-name.ts';
import type { OptionalColumn } from './shown-columns.ts';

interface LogContext {
  timeZone: string;
  canSeeApiCalls: boolean;
  /** The optional columns that are chosen. */
  shown: readonly OptionalColumn[];
}

const isChosen = (key: OptionalColumn) => (context: LogContext) => context.shown.includes(key);

/** The columns of the conversation list (section 2.6). */
export const logColumns = defineColumns<ListedConversation, LogContext>([
  {
    key: 'date',
    label: 'Date',
    width: '13rem',
    narrowWidth: '7.25rem',
    look: 'plain-link',
    isLink: true,
    cell: ({ date }, { timeZone }) => <time dateTime={date}>{formatDateTime(date, timeZone)}</time>,
  },
  {
    key: 'skill',
    label: 'Skill',
    look: 'strong',
    overflow: 'anywhere',
    cell: ({ skill, skillState }) => (
      <>
        <Name name={skill} unknown={noSkillName} />
        {skillState && (
          <Text
            as="span"
            block
            size="sm"
            tone="amber"
            weight="plain"
            title="This skill was not active when the conversation started."
          >
            Not active
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'user',
    label: 'User',
    overflow: 'anywhere',
    cell: ({ user }) => (
      <>
        <span translate="no">
          <Name name={toFullName(user)} unknown={unknownUserName} />
        </span>
        <NotListed isMapped={user.isMapped} />
      </>
    ),
  },
  {
    key: 'messages',
    label: 'Messages',
    width: '6.5rem',
    narrowWidth: '5.25rem',
    align: 'end',
    text: ({ messages }) => formatCount(messages),
  },
  {
    key: 'apiCalls',
    label: 'API calls',
    width: '6.5rem',
    narrowWidth: '5.25rem',
    align: 'end',
    isShown: ({ canSeeApiCalls }) => canSeeApiCalls,
    text: ({ apiCalls = 0 }) => formatCount(apiCalls),
  },
  {
    key: 'status',
    label: 'Status',
    width: '8.5rem',
    narrowWidth: '7.5rem',
    isSpaced: true,
    cell: ({ status, failure, isUnanswered }, { shown }) => (
      <>
        <ConversationStatusBadge status={status} />
        {failure && !shown.includes('failure') && (
          <Text as="span" block size="sm" tone="soft" breaks="clip" title={`The last answer failed: ${failure}`}>
            {failure}
          </Text>
        )}
        {isUnanswered && (
          <Text as="span" block size="sm" tone="soft" breaks="clip" title="The last message is the user’s.">
            Unanswered
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'failure',
    label: 'Failure',
    width: '10rem',
    narrowWidth: '7rem',
    overflow: 'three-lines',
    isShown: isChosen('failure'),
    text: ({ failure = '' }) => failure,
  },
  {
    key: 'error',
    label: 'Error',
    width: '14rem',
    narrowWidth: '9rem',
    overflow: 'three-lines',
    isShown: isChosen('error'),
    text: ({ error = '' }) => error,
  },
  {
    key: 'models',
    isName: true,
    label: 'Model',
    width: '9rem',
    narrowWidth: '6.5rem',
    overflow: 'three-lines',
    isShown: isChosen('models'),
    text: ({ models = [] }) => models.join(', '),
  },
  {
    key: 'tokens',
    label: 'Tokens',
    width: '6rem',
    narrowWidth: '5rem',
    align: 'end',
    isShown: isChosen('tokens'),
    text: ({ tokens }) => (tokens === undefined ? '' : formatCount(tokens)),
  },
  {
    key: 'slowest',
    label: 'Slowest',
    width: '6.5rem',
    narrowWidth: '5.25rem',
    align: 'end',
    isShown: isChosen('slowest'),
    text: ({ slowestMs }) => (slowestMs === undefined ? '' : formatDuration(slowestMs)),
  },
  {
    key: 'tools',
    isName: true,
    label: 'Tools',
    width: '11rem',
    narrowWidth: '7rem',
    isSpaced: true,
    overflow: 'three-lines',
    isShown: isChosen('tools'),
    cell: ({ tools = [], failedTools = [] }) =>
      tools.map((tool, index) => (
        <Fragment key={tool}>
          {index > 0 && <span>, </span>}
          {failedTools.includes(tool) ? (
            <strong title="A call of it failed">{`${tool} (failed)`}</strong>
          ) : (
            <span>{tool}</span>
          )}
        </Fragment>
      )),
  },
  {
    key: 'rating',
    label: 'Rating',
    width: '6rem',
    narrowWidth: '5.5rem',
    isShown: isChosen('rating'),
    text: ({ rating }) => (rating ? ratingLabels[rating] : ''),
  },
]);

/** A name, grey where it stands in for an unknown one. */
function Name({ name, unknown }: { name: string; unknown: string }) {
  return name === unknown ? (
    <Text as="span" tone="faint" weight="plain">
      {name}
    </Text>
  ) : (
    name
  );
}
