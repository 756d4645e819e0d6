import type pg from 'pg';
import { toExecutor } from '../../../database/connection/executor.ts';
import { enterRequests } from '../../../ledger/record-usage.ts';
import { lockCompany } from '../../../ledger/lock-company-ledger.ts';
import { matchUsers } from '../../../ledger/resolve-reported-users.ts';
import { findSkillNumbers } from '../../../ledger/reported-skills.ts';
import type { Database } from '../../../database/open-database.ts';
import { ensurePartitions } from '../../../database/migrations/partitions.ts';
import type { IntakeCaller } from '../../../lib/request/intake-caller.ts';
import type { KeyedUser, ReportedSkill } from '../../../lib/reported-names.ts';
import type { PreparedBatch } from './batch.ts';
import type { Conversation } from '../conversations/conversation.ts';
import {
  deleteConversations,
  moveConversations,
  repointRequests,
} from '../conversations/conversation-moves.repository.ts';
import { findConversations, findMessages } from '../conversations/conversations.repository.ts';
import { writeConversations, writeMessages } from '../conversations/conversation-writes.repository.ts';
import { findLocalTimes } from './local-times.repository.ts';
import { mergeBatches } from './apply-batches.ts';
import type { Known } from './apply-batches.ts';
import { changeRollUps } from '../rollups/roll-ups.repository.ts';

type Executor = Pick<pg.PoolClient, 'query'>;

/** Stores batches of one company, one after the other, in one transaction: all of them or none. */
export async function storeBatches(
  database: Database,
  caller: IntakeCaller,
  batches: readonly PreparedBatch[],
): Promise<void> {
  const instants = listInstants(batches);
  await ensurePartitions(database, instants);
  await database.withCompany(caller.companyId, async (tx) => {
    const executor = toExecutor(tx);
    const known = await readKnown(executor, caller, batches, instants);
    await write(executor, caller.companyId, batches, known);
  });
}

/** Every instant at which a conversation of these may start, or a run may be billed. */
function listInstants(batches: readonly PreparedBatch[]): Set<number> {
  const instants = new Set<number>();
  for (const { conversations, messages, statuses, requests } of batches) {
    const reported = new Set(conversations.map(({ id }) => id));
    for (const { startedAt } of conversations) instants.add(startedAt);
    for (const { conversation, sentAt } of messages) if (!reported.has(conversation)) instants.add(sentAt);
    for (const { conversation, statusAt } of statuses) if (!reported.has(conversation)) instants.add(statusAt);
    for (const { occurredAt } of requests) instants.add(occurredAt);
  }
  return instants;
}

/** Sent together where nothing waits for the answer of another. */
async function readKnown(
  executor: Executor,
  { companyId, timeZone }: IntakeCaller,
  batches: readonly PreparedBatch[],
  instants: ReadonlySet<number>,
): Promise<Known> {
  const [, conversations, findLocalTime, skills, findUser] = await Promise.all([
    lockCompany(executor, companyId),
    findConversations(executor, companyId, listConversations(batches)),
    findLocalTimes(executor, instants, timeZone),
    findSkillNumbers(executor, companyId, batches.flatMap(listSkills)),
    matchUsers(executor, companyId, batches.flatMap(listUsers)),
  ]);
  return {
    conversations,
    messages: await findMessages(executor, companyId, listStoredMessages(batches, conversations)),
    findLocalTime,
    findSkill: (skill) => skill && skills.get(skill.key),
    findUser,
  };
}

async function write(executor: Executor, companyId: string, batches: readonly PreparedBatch[], known: Known) {
  const changes = mergeBatches(batches, known);
  await deleteConversations(executor, companyId, changes.removed);
  await moveConversations(executor, companyId, changes.conversations);
  await Promise.all([
    writeConversations(executor, companyId, changes),
    writeMessages(executor, companyId, changes),
    enterRequests(executor, companyId, changes.requests),
    changeRollUps(executor, companyId, changes.conversations),
  ]);
  await repointRequests(
    executor,
    companyId,
    batches.flatMap(({ moves }) => moves),
  );
}

function listConversations(batches: readonly PreparedBatch[]): string[] {
  const ids = batches.flatMap(({ conversations, messages, statuses, removals }) => [
    ...conversations.map(({ id }) => id),
    ...messages.map(({ conversation }) => conversation),
    ...statuses.map(({ conversation }) => conversation),
    ...removals,
  ]);
  return [...new Set(ids)];
}

function listSkills({ conversations, requests }: PreparedBatch): ReportedSkill[] {
  return [...conversations, ...requests].flatMap(({ skill }) => skill ?? []);
}

function listUsers({ conversations }: PreparedBatch): KeyedUser[] {
  return conversations.flatMap(({ user }) => user ?? []);
}

/** Messages that may be stored already: those of conversations that are. */
function listStoredMessages(batches: readonly PreparedBatch[], conversations: ReadonlyMap<string, Conversation>) {
  return batches
    .flatMap(({ messages }) => messages)
    .flatMap(({ conversation, id }) => {
      const stored = conversations.get(conversation);
      return stored && stored.messages > 0 ? [{ conversation: stored, id }] : [];
    });
}
