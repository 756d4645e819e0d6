import { conversationStatuses } from '#contract/conversations/conversations.ts';
import { sumCosts } from '#features/conversation-log/contract/reported-costs.ts';
import { MessagePart } from '#contract/conversations/message-parts.ts';
import { toEuros } from '#features/money/contract/money.ts';
import {
  maxDryConversations,
  maxDryMessages,
  type DryConversation,
  type RunResult,
} from '#features/intake/contract/dry-runs.ts';
import { listGiven, type StoredRating } from '#server/lib/ratings.ts';
import type { Turn } from '#features/intake/contract/intake.ts';
import type { PreviewedSkill } from '../../ledger/reported-skills.ts';
import type { PreviewedUser } from '../../ledger/reported-users.ts';
import type { UsageMatch } from '../../ledger/match-usage.ts';
import type { UsageEvent } from '../../ledger/usage-event.ts';
import type { DayNumber } from '#server/sql/sql-arrays.ts';
import type { Changes, Conversation, MessageChange } from '../conversation.ts';
import type { Batch } from '../batches/normalize-batch.ts';
import { listTurns } from '../turns/stored-turns.ts';

/** Result of the intake for a payload. `skills` and `users` are by number, below 0 for those it would create. */
export interface Preview {
  readonly changes: Changes;
  readonly match: UsageMatch;
  readonly skills: ReadonlyMap<number, PreviewedSkill>;
  readonly users: ReadonlyMap<number, PreviewedUser>;
  /** In ten-thousandths of a euro. */
  readonly prices: (skillId: string, day: DayNumber) => number;
}

/** A batch, with what it has that the intake does not store. */
export interface PreviewedBatch {
  readonly batch: Batch;
  /** Ids of conversations that wait for an outer span. */
  readonly waiting?: readonly string[];
}

export interface DryConversations {
  /** The earliest, as many as are shown. */
  readonly conversations: DryConversation[];
  readonly total: number;
}

/** Describes the conversations of a payload that are shown. */
export function toDryConversations(read: PreviewedBatch, preview: Preview): DryConversations {
  const { changes } = preview;
  const changed = changes.conversations
    .flatMap(({ before, after }) => (after ? [{ before, after }] : []))
    .toSorted((one, other) => one.after.startedAt - other.after.startedAt);
  const messages = Map.groupBy(changes.messages, ({ message }) => message.conversationId);
  const events = Map.groupBy(changes.usageEvents, ({ conversationId }) => conversationId ?? '');
  const ratings = Map.groupBy(read.batch.ratings, ({ conversationId }) => conversationId);
  const reported = new Map(read.batch.conversations.map((each) => [each.id, each]));
  const waiting = new Set(read.waiting ?? []);
  const results = listResults(preview.match);
  const conversations = changed.slice(0, maxDryConversations).map(({ before, after }) => ({
    ...describe(after, preview),
    isKnown: before !== undefined,
    isWaiting: waiting.has(after.externalId),
    user: toUser(after, reported.get(after.id)?.user, preview.users),
    ...describeMessages(
      orderMessages(messages.get(after.id) ?? []),
      (ratings.get(after.id) ?? []).map(({ rating }) => rating),
    ),
    ...describeTurns(listTurns(after.turns)),
    runs: (events.get(after.id) ?? []).map((event) => toRun(event, results.get(event.id) ?? 'known', preview)),
  }));
  return { conversations, total: changed.length };
}

function describe({ externalId, startedAt, status, apiCalls, skillNumber }: Conversation, { skills }: Preview) {
  const skill = skills.get(skillNumber);
  return {
    id: externalId,
    isGrouped: !externalId.startsWith('ungrouped:'),
    date: new Date(startedAt).toISOString(),
    status: conversationStatuses[status - 1] ?? 'Processing',
    apiCalls,
    skill: skill ? { name: skill.name, skillName: skill.skillName, isNew: skill.number < 0 } : null,
  };
}

type ReportedUser = Batch['conversations'][number]['user'];

function toUser(
  { userNumber }: Conversation,
  reported: ReportedUser,
  users: Preview['users'],
): DryConversation['user'] {
  const found = users.get(userNumber);
  if (!reported || !found) return null;
  const ids = [reported.id, reported.email, reported.sapId].filter((id) => id !== undefined && id !== '');
  const name = `${reported.firstName ?? ''} ${reported.lastName ?? ''}`.trim();
  return {
    name: name || found.name || (ids[0] ?? ''),
    ids: ids.flatMap((id) => id ?? []),
    userName: found.userName,
    isNew: found.isNew,
  };
}

const orderMessages = (changes: readonly MessageChange[]) =>
  changes
    .map(({ message }) => message)
    .toSorted((one, other) => one.sentAt - other.sentAt || one.position - other.position);

function describeMessages(
  ordered: ReturnType<typeof orderMessages>,
  ratings: readonly StoredRating[],
): Pick<DryConversation, 'messages' | 'totalMessages' | 'ratings'> {
  const shown = ordered.slice(0, maxDryMessages);
  const messages = shown.map(({ sentAt, isAssistant, author, hide, parts }) => ({
    date: new Date(sentAt).toISOString(),
    isAssistant,
    author,
    isHidden: hide,
    data: (JSON.parse(parts) as unknown[]).map((part) => MessagePart.parse(part)),
  }));
  const given = listGiven(ratings).flatMap(({ value, at, message, key: _key, ...rating }) => {
    if (value === 'none') return [];
    const place = shown.findIndex(({ id }) => id === message);
    return { ...rating, value, date: at, message: place < 0 ? null : place };
  });
  return { messages, totalMessages: ordered.length, ratings: given };
}

function describeTurns(turns: readonly Turn[]) {
  const models = turns.flatMap(({ model }) => model ?? []);
  return {
    turns: turns.map(({ tools = [], ...turn }) => ({ ...turn, tools })),
    ...addUp(turns, 'durationMs'),
    ...addUp(turns, 'inputTokens'),
    ...addUp(turns, 'outputTokens'),
    models: [...new Set(models)],
    reportedCosts: sumCosts(turns.flatMap(({ costs = [] }) => costs)),
  };
}

function addUp(turns: readonly Turn[], name: 'durationMs' | 'inputTokens' | 'outputTokens') {
  const counts = turns.flatMap((turn) => turn[name] ?? []);
  return counts.length === 0 ? {} : { [name]: counts.reduce((sum, count) => sum + count) };
}

function toRun(event: UsageEvent, result: RunResult, { skills, prices }: Preview): DryConversation['runs'][number] {
  const skill = skills.get(event.skillNumber);
  const price = result === 'billed' && skill?.skillId ? prices(skill.skillId, event.day) : 0;
  return {
    id: event.externalId,
    date: new Date(event.occurredAt).toISOString(),
    skill: skill?.name ?? null,
    skillName: skill?.skillName ?? null,
    result,
    price: toEuros(price),
  };
}

/** By the id of the event; all others are known. */
function listResults({ billed, unbilled }: UsageMatch): ReadonlyMap<string, RunResult> {
  return new Map([
    ...unbilled.map(({ id, isImported }) => [id, isImported ? 'imported' : 'matched'] as const),
    ...billed.map(({ id }) => [id, 'billed'] as const),
  ]);
}
