import { toLocalTime } from '#contract/calendar/zone-offsets.ts';
import type { Uses } from '#server/portal/portal.ts';
import { ensurePartitions } from '#server/database/migrations/partitions.ts';
import { resolveReportedSkills } from '../../ledger/reported-skills.ts';
import { listErasedUsers } from '../../ledger/erased-users.ts';
import { resolveReportedUsers } from '../../ledger/reported-users.ts';
import { moveUsage } from '../../ledger/matched-usage.ts';
import { noteModels } from '../../ledger/usage-models.ts';
import { toLedgerMoment, type LedgerMoment } from '../../ledger/calendar/ledger-moment.ts';
import { recordUsage } from '../../ledger/usage-ledger.ts';
import { runInPieces, startInPieces } from '#server/lib/concurrency/pieces.ts';
import type { IntakeCaller } from '#server/lib/request/intake-caller.ts';
import { followConversations } from '../../search/search-pending.repository.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { text } from '#server/sql/types.ts';
import type { Changes, Conversation, MessageAddress } from '../conversation.ts';
import { applyBatches } from './apply-batches.ts';
import { bothSources, messageSources } from './compared-messages.ts';
import type { Known } from './known.ts';
import {
  deleteConversations,
  deleteWithdrawn,
  emptyMessages,
  moveConversations,
  upsertConversations,
  upsertMessages,
} from '../conversation-writes.repository.ts';
import { listFollowed } from '../follow-changes.ts';
import {
  listConversations,
  listDeletedConversations,
  listMessages,
  listComparedMessages,
} from '../conversations.repository.ts';
import { prepareMovedReviews } from '../moved-reviews.repository.ts';
import { recountLastMessages } from '../last-messages.repository.ts';
import { updateRollups } from '../rollups/rollups.repository.ts';
import { listModelled } from '../turns/model-of-run.ts';
import { updateTurnRollups } from '../turns/turn-rollups.repository.ts';
import { deleteSpans } from '../deletion/deletions.repository.ts';
import type { Batch } from './normalize-batch.ts';

/**
 * Plans the statements of this transaction once for each connection: their values are lists, for which PostgreSQL would plan anew each
 * time. All of them find rows by keys; without sequential scans that holds also for a plan that was made while the tables were empty.
 */
const planOnce = systemStatement.list({
  text: `select set_config('plan_cache_mode', 'force_generic_plan', true) as plans, set_config('enable_seqscan', 'off', true) as scans`,
  row: { plans: text, scans: text },
});

/** Up to which number of moments planning is more work than what is planned. */
const fewMoments = 10;

/**
 * Stores batches of one company in their order, in one transaction.
 * @param finish the last step of that transaction
 * @returns the ids of conversations of which nothing is stored, because they were deleted
 */
export async function persistBatches(
  { database, clock }: Uses<'database' | 'clock'>,
  { companyId, timeZone }: IntakeCaller,
  batches: readonly Batch[],
  finish?: (tx: CompanyTransaction, changes: Changes) => Promise<void>,
): Promise<ReadonlySet<string>> {
  const instants = listInstants(batches);
  await ensurePartitions(database, instants);
  return database.withLedger(companyId, async (tx) => {
    const planned = instants.size <= fewMoments && planOnce(tx);
    const names = resolveNames(tx, batches, clock.now());
    const [known] = await Promise.all([getKnown(tx, batches, { timeZone, names }), planned]);
    const changes = await persist(tx, batches, { ...known, moment: toLedgerMoment(clock.now(), timeZone) });
    await finish?.(tx, changes);
    return new Set(known.deleted.keys());
  });
}

/** Every instant at which one of the conversations may start, or a usage event occurs. */
export function listInstants(batches: readonly Batch[]): Set<number> {
  const instants = new Set<number>();
  for (const { conversations, messages, statuses, ratings, usageEvents } of batches) {
    const reported = new Set(conversations.map(({ id }) => id));
    for (const { startedAt } of conversations) instants.add(startedAt);
    for (const { conversationId, sentAt } of messages) if (!reported.has(conversationId)) instants.add(sentAt);
    for (const { conversationId, statusAt } of statuses) if (!reported.has(conversationId)) instants.add(statusAt);
    for (const { conversationId, rating } of ratings)
      if (!reported.has(conversationId)) instants.add(Date.parse(rating.at));
    for (const { occurredAt } of usageEvents) instants.add(occurredAt);
  }
  return instants;
}

type KnownNames = Pick<Known, 'findSkill' | 'findUser'>;

interface Loading {
  readonly timeZone: string;
  readonly names: Promise<KnownNames>;
}

/** Sends the statements that do not depend on each other together. */
export async function getKnown(
  tx: CompanyTransaction,
  batches: readonly Batch[],
  { timeZone, names }: Loading,
): Promise<Known> {
  const ids = listConversationIds(batches);
  const [conversations, deleted, erasedUsers, known] = await Promise.all([
    listConversations(tx, ids),
    listDeletedConversations(tx, ids),
    listErasedUsers(tx),
    names,
  ]);
  return {
    conversations,
    messages: await listMessages(tx, listAddresses(batches, conversations)),
    compared: await listComparedMessages(tx, listToCompare(batches, conversations)),
    findLocalTime: (instant) => toLocalTime(instant, timeZone),
    deleted,
    erasedUsers,
    ...known,
  };
}

/** The reported skills and users of batches. */
export function listNames(batches: readonly Batch[]) {
  return {
    skills: batches.flatMap(({ conversations, usageEvents }) =>
      [...conversations, ...usageEvents].flatMap(({ skill }) => skill ?? []),
    ),
    users: batches.flatMap(({ conversations }) => conversations.flatMap(({ user }) => user ?? [])),
  };
}

/** Creates those that are reported for the first time. */
async function resolveNames(tx: CompanyTransaction, batches: readonly Batch[], now: Date): Promise<KnownNames> {
  const { skills, users } = listNames(batches);
  const [skillNumbers, findUser] = await Promise.all([
    resolveReportedSkills(tx, skills, now),
    resolveReportedUsers(tx, users, now),
  ]);
  return { findSkill: (skill) => skill && skillNumbers.get(skill.key), findUser };
}

function listConversationIds(batches: readonly Batch[]): Set<string> {
  const ids = batches.flatMap(({ conversations, messages, statuses, ratings, removals }) => [
    ...conversations.map(({ id }) => id),
    ...messages.map(({ conversationId }) => conversationId),
    ...statuses.map(({ conversationId }) => conversationId),
    ...ratings.map(({ conversationId }) => conversationId),
    ...removals,
  ]);
  return new Set(ids);
}

/** Lists the addresses at which reported messages of stored conversations may exist. */
function listAddresses(batches: readonly Batch[], known: ReadonlyMap<string, Conversation>): MessageAddress[] {
  return batches
    .flatMap(({ messages, withdrawn }) => [...messages, ...withdrawn])
    .flatMap(({ conversationId, id }) => {
      const stored = known.get(conversationId);
      return stored && stored.messages > 0 ? [{ conversationId, startedAt: stored.startedAt, id }] : [];
    });
}

/**
 * Stored conversations of which telemetry reports messages and an assistant its own, before or now, and those without texts, for
 * which telemetry no longer finds itself what two of its senders report.
 */
function listToCompare(batches: readonly Batch[], known: ReadonlyMap<string, Conversation>): Conversation[] {
  const sources = new Map<string, number>();
  for (const { conversationId: id, isDerived } of batches.flatMap(({ messages }) => messages))
    sources.set(id, (sources.get(id) ?? 0) | messageSources[isDerived ? 'derived' : 'reported']);
  return [...sources].flatMap(([id, reported]) => {
    const stored = known.get(id);
    if (!stored || stored.messages === 0) return [];
    return stored.withoutContent || (stored.messageSources | reported) === bothSources ? [stored] : [];
  });
}

async function persist(
  tx: CompanyTransaction,
  batches: readonly Batch[],
  { moment, ...known }: Known & { readonly moment: LedgerMoment },
): Promise<Changes> {
  const changes = await runInPieces(applyBatches(batches, known));
  const moves = batches.flatMap((batch) => batch.moves);
  const giveReviews = await prepareMovedReviews(tx, moves);
  await deleteConversations(tx, changes.removed);
  // Before the events are matched in the conversations that they belong to now.
  await moveUsage(tx, moves);
  await moveConversations(tx, changes.conversations);
  await deleteWithdrawn(tx, changes.withdrawn);
  await startInPieces([
    () => recordUsage(tx, changes.usageEvents, moment),
    () => upsertConversations(tx, changes),
    () => upsertMessages(tx, changes),
    () => updateRollups(tx, changes.conversations),
    () => updateTurnRollups(tx, changes.conversations),
    () => followConversations(tx, listFollowed(changes)),
  ]);
  await noteModels(tx, listModelled(changes.conversations));
  await giveReviews();
  await emptyMessages(tx, changes.emptied);
  if (changes.forgotten.length > 0) await deleteSpans(tx, { externalIds: [...changes.forgotten] });
  await recountLastMessages(tx, changes.recounted);
  return changes;
}
