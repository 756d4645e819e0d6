import type pg from 'pg';
import type { Conversation } from './conversation.ts';
import type { ConversationChange } from '../ingest/apply-batches.ts';
import { toInstants, toUuids } from '../../../sql/sql-arrays.ts';

type Executor = Pick<pg.PoolClient, 'query'>;

/* The months are named for the planner, which would otherwise look into all of them. */
const deleteConversationsText = `
  delete from conversations c using unnest($2::uuid[], $3::timestamptz[]) as t(id, started_at)
  where c.company_id = $1 and c.started_at = t.started_at and c.id = t.id
    and c.started_at between $4::timestamptz and $5::timestamptz`;

const deleteMessagesText = `
  delete from messages m using unnest($2::uuid[], $3::timestamptz[]) as t(id, started_at)
  where m.company_id = $1 and m.conversation_id = t.id and m.started_at = t.started_at
    and m.started_at between $4::timestamptz and $5::timestamptz`;

const deleteStartsText = 'delete from conversation_partitions where company_id = $1 and id = any($2::uuid[])';

const moveMessagesText = `
  update messages m set started_at = t.moved_to
  from unnest($2::uuid[], $3::timestamptz[], $6::timestamptz[]) as t(id, started_at, moved_to)
  where m.company_id = $1 and m.conversation_id = t.id and m.started_at = t.started_at
    and m.started_at between $4::timestamptz and $5::timestamptz`;

const repointRequestsText = `
  update usage_events r set conversation_id = t.moved_to
  from unnest($2::uuid[], $3::uuid[]) as t(id, moved_to)
  where r.company_id = $1 and r.conversation_id = t.id`;

export async function deleteConversations(
  executor: Executor,
  companyId: string,
  removed: readonly Conversation[],
): Promise<void> {
  if (removed.length === 0) return;
  const values = toPlaces(companyId, removed);
  await executor.query(deleteMessagesText, values);
  await executor.query(deleteConversationsText, values);
  await executor.query(deleteStartsText, values.slice(0, 2));
}

/** Takes conversations out of the instant at which they were thought to start, and their messages to the new one. */
export async function moveConversations(
  executor: Executor,
  companyId: string,
  changes: readonly ConversationChange[],
): Promise<void> {
  const moved = changes.flatMap(({ before, after }) =>
    before && after && before.startedAt !== after.startedAt ? [{ before, to: after.startedAt }] : [],
  );
  if (moved.length === 0) return;
  const values = toPlaces(
    companyId,
    moved.map(({ before }) => before),
  );
  await executor.query(deleteConversationsText, values);
  await executor.query(moveMessagesText, [...values, toInstants(moved.map(({ to }) => to))]);
}

export async function repointRequests(
  executor: Executor,
  companyId: string,
  moves: ReadonlyArray<{ from: string; to: string }>,
): Promise<void> {
  if (moves.length === 0) return;
  const values = [companyId, toUuids(moves.map(({ from }) => from)), toUuids(moves.map(({ to }) => to))];
  await executor.query(repointRequestsText, values);
}

function toPlaces(companyId: string, conversations: readonly Conversation[]) {
  const instants = conversations.map(({ startedAt }) => startedAt);
  const [first, last] = [Math.min(...instants), Math.max(...instants)];
  const ids = toUuids(conversations.map(({ id }) => id));
  return [companyId, ids, toInstants(instants), new Date(first), new Date(last)];
}
