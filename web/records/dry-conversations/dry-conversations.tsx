import { formatDuration } from '#contract/calendar/durations.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MessagePart } from '#contract/conversations/message-parts.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { formatDateTime, formatTime } from '#contract/calendar/formats.ts';
import type { DryConversation, DryRun, RunResult } from '#features/intake/contract/dry-runs.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatCount } from '../../lib/numbers.ts';
import { formatReportedCost } from '../../lib/reported-costs.ts';
import { paths } from '../../paths.ts';
import { TurnEntry } from '../conversations/conversation-turn.tsx';
import { Fact, Facts } from '../../ui/layout/facts.tsx';
import { Block, Stack, Text } from '../../ui/layout/layout.tsx';
import styles from '../records.module.css';

const runLabels: Readonly<Record<RunResult, string>> = {
  billed: 'Billed',
  matched: 'Not billed: another report counts the same run',
  imported: 'Not billed: imported history',
  known: 'Recorded before',
};

type Shown = Pick<DryRun, 'conversations' | 'totalConversations'>;

/** Each conversation that the payload would create or update. */
export function DryConversations({ outcome: { conversations, totalConversations } }: { outcome: Shown }) {
  const more = totalConversations - conversations.length;
  return (
    <>
      {conversations.map((conversation) => (
        <Conversation key={conversation.id} conversation={conversation} />
      ))}
      {more > 0 && <Text size="sm" tone="soft">{`${formatCount(more)} more conversations are not shown.`}</Text>}
    </>
  );
}

function Conversation({ conversation }: { conversation: DryConversation }) {
  const { timeZone } = useCurrentUser();
  const { id, date, status, apiCalls, models, runs, turns, messages, totalMessages } = conversation;
  const more = totalMessages - messages.length;
  return (
    <Block as="section" pad={5} card="raised" above={6} aria-label={`Conversation ${id}`}>
      <h3>
        <Block as="bdi" breaks="anywhere" translate="no">
          {id}
        </Block>
      </h3>
      <Facts names="minmax(8rem, 12rem)" above={3} below={3}>
        <Fact label="Notes">{describeNotes(conversation)}</Fact>
        <Fact label="Date">{formatDateTime(date, timeZone)}</Fact>
        <Fact label="Status">{status}</Fact>
        <Fact label="User">
          <UserFact user={conversation.user} />
        </Fact>
        <Fact label="Skill">
          <SkillFact skill={conversation.skill} />
        </Fact>
        <Fact label="API calls">{formatCount(apiCalls)}</Fact>
        <Fact label="Model">{models.join(', ')}</Fact>
        <Fact label="Time of the answers">
          {conversation.durationMs !== undefined && formatDuration(conversation.durationMs)}
        </Fact>
        <Fact label="Tokens">{describeTokens(conversation)}</Fact>
        <Fact label="Cost as reported">{describeCosts(conversation)}</Fact>
        <Fact label="Ratings">{describeRatings(conversation)}</Fact>
        <Fact label="Requests">
          {runs.length === 0 ? 'None: nothing is billed' : runs.map((run) => <Run key={run.id} run={run} />)}
        </Fact>
      </Facts>
      {turns.map((turn, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- turns have no id here; the list never changes
        <TurnEntry key={index} turn={turn} />
      ))}
      <Stack as="ol" gap={3} className={styles.messages}>
        {messages.map((message, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- messages have no id here; the list never changes
          <li key={index} data-side={message.isAssistant ? 'assistant' : 'user'}>
            <Text size="sm" tone="soft">
              <span>{`${message.author || (message.isAssistant ? 'Assistant' : 'User')} `}</span>
              <time dateTime={message.date}>{formatTime(message.date, timeZone)}</time>
              {message.isHidden && <span> (stored, not shown)</span>}
            </Text>
            <Text breaks="kept" dir="auto">
              {message.data.map(toText).join('\n')}
            </Text>
          </li>
        ))}
      </Stack>
      {totalMessages === 0 && (
        <Text size="sm" tone="soft">
          No messages.
        </Text>
      )}
      {more > 0 && <Text size="sm" tone="soft">{`${formatCount(more)} more messages are not shown.`}</Text>}
    </Block>
  );
}

function describeNotes({ isKnown, isGrouped, isWaiting }: DryConversation): string {
  const notes = [
    isKnown && 'A conversation with this ID is stored already: it would be updated.',
    !isGrouped && 'The payload names no conversation, so each trace is one.',
    isWaiting && 'Its outer span is missing: it is stored when the span arrives, or after ten minutes.',
  ];
  return notes.filter(Boolean).join(' ');
}

function UserFact({ user }: Pick<DryConversation, 'user'>): ReactNode {
  if (!user) return 'Not reported';
  const ids = user.ids.filter((id) => id !== user.name).join(', ');
  return (
    <>
      <bdi translate="no">{user.name}</bdi>{' '}
      {ids && <Block as="bdi" size="sm" tone="soft" translate="no">{`(${ids})`}</Block>}{' '}
      <Mapped target={user.userName} isNew={user.isNew} />
    </>
  );
}

function SkillFact({ skill }: Pick<DryConversation, 'skill'>): ReactNode {
  if (!skill) return 'Not reported: nothing is billed';
  return (
    <>
      <bdi>{skill.name}</bdi> <Mapped target={skill.skillName} isNew={skill.isNew} />
    </>
  );
}

function Mapped({ target, isNew }: { target: string | null; isNew: boolean }) {
  if (target !== null) return <span>{`is mapped to ${target}`}</span>;
  return (
    <Text as="span" tone="soft">
      <span>{`is not mapped${isNew ? ' (reported for the first time)' : ''}. `}</span>
      <Link to={paths.reportedNames()}>Mapping</Link>
    </Text>
  );
}

function Run({ run: { skill, skillName, result, price } }: { run: DryConversation['runs'][number] }) {
  return (
    <Text as="span" block>
      <bdi>{skillName ?? skill ?? 'No skill'}</bdi>
      <span>{`: ${runLabels[result]}${result === 'billed' ? ` at ${formatEuroAmount(price)} ${netWords}` : ''}${result === 'billed' && skillName === null ? ', because the name is not mapped' : ''}`}</span>
    </Text>
  );
}

function describeTokens({ inputTokens, outputTokens }: DryConversation): string | undefined {
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  return `${formatCount(inputTokens ?? 0)} in, ${formatCount(outputTokens ?? 0)} out`;
}

const describeRatings = ({ ratings, totalMessages }: DryConversation): string =>
  ratings
    .map(({ value, message, comment = '' }) => {
      const rated = message === null ? '' : ` (message ${message + 1} of ${formatCount(totalMessages)})`;
      return `${value}${rated}${comment && `: ${comment}`}`;
    })
    .join('; ');

const describeCosts = ({ reportedCosts }: DryConversation): string => reportedCosts.map(formatReportedCost).join(', ');

function toText(part: MessagePart): string {
  if (part.type === 'text') return Array.isArray(part.value) ? part.value.join('\n') : part.value;
  return `[${part.type}]`;
}
