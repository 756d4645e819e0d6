import { runInPieces } from '#server/lib/concurrency/pieces.ts';
import {
  booleans,
  dates,
  instants,
  integers,
  jsons,
  rowArrays,
  smallints,
  texts,
  uuids,
  type ArrayColumns,
  type RowArrays,
} from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { instant } from '#server/sql/types.ts';
import { derivedId, emptiedEnd } from './batches/compared-messages.ts';
import { toRatingColumns } from './ratings/stored-ratings.ts';
import { noTurnColumns } from './turns/stored-turns.ts';
import type { Changes, Conversation, ConversationChange, MessageAddress } from './conversation.ts';

/* Under the ledger lock it is known which rows exist: without a clause for conflicts, new rows cost half as much. */
function declareWrites<Columns extends ArrayColumns>(
  table: string,
  arrays: RowArrays<Columns>,
  key: ReadonlyArray<keyof Columns>,
  conflict: string,
) {
  const { names, rows, params } = arrays;
  const insert = `insert into ${table} (company_id, ${names}) select $companyId, t.* from ${rows}`;
  const upsert = `${insert} on conflict (${conflict}) do update set ${arrays.overwrite(...key)}`;
  return {
    insert: statement({ name: `intake.insert-${table}`, text: insert, params }),
    upsert: statement({ name: `intake.upsert-${table}`, text: upsert, params }),
  };
}

const places = rowArrays({ id: uuids, startedAt: instants });
const placeWrites = declareWrites('conversation_partitions', places, ['id'], 'company_id, id');

const conversationRows = rowArrays({
  id: uuids,
  externalId: texts,
  startedAt: instants,
  day: dates,
  hour: smallints,
  skillNumber: integers,
  userNumber: integers,
  status: smallints,
  technical: booleans,
  messages: integers,
  messageSources: smallints,
  apiCalls: integers,
  approvedAt: instants,
  reportedAt: instants,
  statusAt: instants,
  isPlaceholder: booleans,
  intakeKeyId: uuids,
  withoutContent: booleans,
  turns: jsons,
  slowestMs: integers,
  tokens: integers,
  failure: texts,
  models: jsons,
  tools: jsons,
  failedTools: jsons,
  lastMessageAt: instants,
  awaitsAnswer: booleans,
  ratings: jsons,
  rating: integers,
});
const conversationWrites = declareWrites(
  'conversations',
  conversationRows,
  ['id', 'externalId', 'startedAt'],
  'company_id, started_at, id',
);

const encodeConversations = (conversations: readonly Conversation[]) =>
  conversationRows.encode(
    conversations.map(({ turns, ratings, ...row }) => ({
      ...row,
      turns: turns && turns.json,
      ...(turns?.columns ?? noTurnColumns),
      ...toRatingColumns(ratings),
    })),
  );

/** New conversations, and those that changed. */
export async function upsertConversations(
  tx: CompanyTransaction,
  { conversations }: Pick<Changes, 'conversations'>,
): Promise<void> {
  const written = conversations.flatMap(({ before, after }) => (after ? [{ before, after }] : []));
  const created = written.flatMap(({ before, after }) => (before ? [] : after));
  const changed = written.flatMap(({ before, after }) => (before ? after : []));
  const moved = written.flatMap(({ before, after }) => (before && before.startedAt !== after.startedAt ? after : []));
  const writes: Array<Promise<unknown>> = [];
  if (created.length > 0) {
    writes.push(tx.run(placeWrites.insert, places.encode(created)));
    writes.push(tx.run(conversationWrites.insert, encodeConversations(created)));
  }
  if (moved.length > 0) writes.push(tx.run(placeWrites.upsert, places.encode(moved)));
  if (changed.length > 0) writes.push(tx.run(conversationWrites.upsert, encodeConversations(changed)));
  await Promise.all(writes);
}

const messageRows = rowArrays({
  conversationId: uuids,
  startedAt: instants,
  id: uuids,
  externalId: texts,
  sentAt: instants,
  position: smallints,
  isAssistant: booleans,
  author: texts,
  loading: booleans,
  hide: booleans,
  parts: jsons,
});
const messageWrites = declareWrites(
  'messages',
  messageRows,
  ['conversationId', 'startedAt', 'id', 'externalId'],
  'company_id, conversation_id, started_at, id',
);

/** New messages, and those that replace what was stored under their id. */
export async function upsertMessages(tx: CompanyTransaction, { messages }: Pick<Changes, 'messages'>): Promise<void> {
  const toRows = (changes: Changes['messages']) =>
    runInPieces(messageRows.encodeColumns(changes.map(({ message, startedAt }) => ({ ...message, startedAt }))));
  const created = messages.filter(({ isNew }) => isNew);
  const changed = messages.filter(({ isNew }) => !isNew);
  const [createdRows, changedRows] = [await toRows(created), await toRows(changed)];
  await Promise.all([
    created.length > 0 && tx.run(messageWrites.insert, createdRows),
    changed.length > 0 && tx.run(messageWrites.upsert, changedRows),
  ]);
}

/* The first and last start limit the partitions that the planner considers. */
const range = { first: instant, last: instant };

const deleteConversationsStatement = statement({
  text: `
    delete from conversations c using ${places.rows}
    where c.company_id = $companyId and c.started_at = t.started_at and c.id = t.id
      and c.started_at between $first and $last`,
  params: { ...places.params, ...range },
});

const deleteMessagesStatement = statement({
  text: `
    delete from messages m using ${places.rows}
    where m.company_id = $companyId and m.conversation_id = t.id and m.started_at = t.started_at
      and m.started_at between $first and $last`,
  params: { ...places.params, ...range },
});

const conversationIds = rowArrays({ id: uuids });

const deletePlacesStatement = statement({
  text: 'delete from conversation_partitions where company_id = $companyId and id = any($id::uuid[])',
  params: conversationIds.params,
});

/** Deletes conversations with their messages. */
export async function deleteConversations(tx: CompanyTransaction, removed: readonly Conversation[]): Promise<void> {
  if (removed.length === 0) return;
  const params = { ...places.encode(removed), ...toRange(removed) };
  await tx.run(deleteMessagesStatement, params);
  await tx.run(deleteConversationsStatement, params);
  await tx.run(deletePlacesStatement, conversationIds.encode(removed));
}

const withdrawnMessages = rowArrays({ conversationId: uuids, startedAt: instants, id: uuids });

const deleteWithdrawnStatement = statement({
  text: `
    delete from messages m using ${withdrawnMessages.rows}
    where m.company_id = $companyId and m.conversation_id = t.conversation_id and m.started_at = t.started_at
      and m.id = t.id`,
  params: withdrawnMessages.params,
});

/** Deletes messages that are shown under another id. */
export async function deleteWithdrawn(tx: CompanyTransaction, withdrawn: readonly MessageAddress[]): Promise<void> {
  if (withdrawn.length > 0) await tx.run(deleteWithdrawnStatement, withdrawnMessages.encode(withdrawn));
}

const emptyMessagesStatement = statement({
  text: `
    update messages m set parts = '[]', author = '',
      external_id = replace(m.id::text, '-', '') || case when m.external_id ~ '${derivedId.source}' then '${emptiedEnd}' else '' end
    from ${places.rows}
    where m.company_id = $companyId and m.conversation_id = t.id and m.started_at = t.started_at
      and m.started_at between $first and $last and m.parts::text <> '[]'`,
  params: { ...places.params, ...range },
});

/** Deletes the texts of the messages of conversations; the messages stay. */
export async function emptyMessages(tx: CompanyTransaction, emptied: readonly Conversation[]): Promise<void> {
  if (emptied.length > 0) await tx.run(emptyMessagesStatement, { ...places.encode(emptied), ...toRange(emptied) });
}

const messageMoves = rowArrays({ id: uuids, startedAt: instants, movedTo: instants });

const moveMessagesStatement = statement({
  text: `
    update messages m set started_at = t.moved_to from ${messageMoves.rows}
    where m.company_id = $companyId and m.conversation_id = t.id and m.started_at = t.started_at
      and m.started_at between $first and $last`,
  params: { ...messageMoves.params, ...range },
});

/** Deletes conversations whose start changed, to be written at the new one, and moves their messages there. */
export async function moveConversations(tx: CompanyTransaction, changes: readonly ConversationChange[]): Promise<void> {
  const moved = changes.flatMap(({ before, after }) =>
    before && after && before.startedAt !== after.startedAt ? [{ ...before, movedTo: after.startedAt }] : [],
  );
  if (moved.length === 0) return;
  const between = toRange(moved);
  await tx.run(deleteConversationsStatement, { ...places.encode(moved), ...between });
  await tx.run(moveMessagesStatement, { ...messageMoves.encode(moved), ...between });
}

function toRange(conversations: readonly Conversation[]) {
  const starts = conversations.map(({ startedAt }) => startedAt);
  return { first: new Date(Math.min(...starts)), last: new Date(Math.max(...starts)) };
}
