import type { MessagePart } from '#contract/conversations/message-parts.ts';
import type { Turn } from '#features/intake/contract/intake.ts';
import { runInPieces, type Steps } from '#server/lib/concurrency/pieces.ts';
import { columns } from '#server/sql/columns.ts';
import { instants, rowArrays, uuids } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, instant, integer, json, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';
import type { StoredRating } from '#server/lib/ratings.ts';
import { toStoredRatings } from './ratings/stored-ratings.ts';
import { toStoredTurns } from './turns/stored-turns.ts';
import { bothSources, derivedId, type ComparedMessage } from './batches/compared-messages.ts';
import { toSaid } from './batches/said-twice.ts';
import { toMessageKey, type Conversation, type MessageAddress, type StoredMessage } from './conversation.ts';

const stored = {
  externalId: text,
  startedAt: instant,
  hour: integer,
  skillNumber: integer,
  userNumber: integer,
  status: integer,
  technical: boolean,
  messages: integer,
  messageSources: nullable(integer),
  apiCalls: integer,
  approvedAt: nullable(instant),
  reportedAt: instant,
  statusAt: instant,
  isPlaceholder: boolean,
  intakeKeyId: nullable(uuid),
  turns: nullable(json<Turn[]>()),
  withoutContent: boolean,
  lastMessageAt: nullable(instant),
  awaitsAnswer: boolean,
  ratings: nullable(json<StoredRating[]>()),
};

const found = { id: text, day: integer, ...stored };

const conversationIds = rowArrays({ id: uuids });

/* `offset 0` keeps the planner from joining: it looks up all starts, and then each conversation in its own month. */
const listConversationsStatement = statement({
  name: 'intake.list-conversations',
  text: `
    select replace(p.id::text, '-', '') as id, c.day - date '2000-01-01' as day, ${columns(stored, 'c')}
    from (
      select id, started_at from conversation_partitions where company_id = $companyId and id = any($id::uuid[]) offset 0
    ) p
    cross join lateral (
      select * from conversations where company_id = $companyId and started_at = p.started_at and id = p.id offset 0
    ) c`,
  params: conversationIds.params,
  row: found,
});

/** By id. */
export async function listConversations(
  tx: CompanyTransaction,
  ids: Iterable<string>,
): Promise<Map<string, Conversation>> {
  const params = conversationIds.encode(Array.from(ids, (id) => ({ id })));
  return runInPieces(toConversations(await tx.list(listConversationsStatement, params)));
}

function* toConversations(rows: ReadonlyArray<RowOf<typeof found>>): Steps<Map<string, Conversation>> {
  const conversations = new Map<string, Conversation>();
  for (const { approvedAt, lastMessageAt, turns, ratings, messageSources, ...values } of rows) {
    conversations.set(values.id, {
      ...values,
      messageSources: messageSources ?? (values.messages > 0 ? bothSources : 0),
      startedAt: values.startedAt.getTime(),
      approvedAt: approvedAt && approvedAt.getTime(),
      lastMessageAt: lastMessageAt && lastMessageAt.getTime(),
      reportedAt: values.reportedAt.getTime(),
      statusAt: values.statusAt.getTime(),
      turns: turns && toStoredTurns(turns),
      ratings: ratings && toStoredRatings(ratings),
    });
    yield;
  }
  return conversations;
}

const listDeletedStatement = statement({
  name: 'intake.list-deleted-conversations',
  text: `
    select replace(id::text, '-', '') as id, without_requests as "withoutRequests"
    from deleted_conversations where company_id = $companyId and id = any($id::uuid[])`,
  params: conversationIds.params,
  row: { id: text, withoutRequests: boolean },
});

/** Deleted ones among these, by id; true where their requests are deleted too. */
export async function listDeletedConversations(
  tx: CompanyTransaction,
  ids: Iterable<string>,
): Promise<Map<string, boolean>> {
  const params = conversationIds.encode(Array.from(ids, (id) => ({ id })));
  const rows = await tx.list(listDeletedStatement, params);
  return new Map(rows.map(({ id, withoutRequests }) => [id, withoutRequests]));
}

const messageAddresses = rowArrays({ conversationId: uuids, startedAt: instants, id: uuids });

const listMessagesStatement = statement({
  name: 'intake.list-messages',
  text: `
    select replace(t.conversation_id::text, '-', '') as "conversationId", replace(t.id::text, '-', '') as id,
      m.sent_at as "sentAt", m.loading
    from ${messageAddresses.rows}
    cross join lateral (
      select sent_at, loading from messages
      where company_id = $companyId and conversation_id = t.conversation_id and started_at = t.started_at and id = t.id
      offset 0
    ) m`,
  params: messageAddresses.params,
  row: { conversationId: text, id: text, sentAt: instant, loading: boolean },
});

/** By `toMessageKey`. */
export async function listMessages(
  tx: CompanyTransaction,
  addresses: readonly MessageAddress[],
): Promise<Map<string, StoredMessage>> {
  if (addresses.length === 0) return new Map();
  const rows = await tx.list(listMessagesStatement, messageAddresses.encode(addresses));
  return new Map(
    rows.map(({ conversationId, id, sentAt, loading }) => [
      toMessageKey(conversationId, id),
      { sentAt: sentAt.getTime(), loading },
    ]),
  );
}

const places = rowArrays({ conversationId: uuids, startedAt: instants });

/* Texts of the newest messages, as many as fit into memory; of others it is known who spoke. */
const listComparedStatement = statement({
  name: 'intake.list-compared-messages',
  text: `
    select replace(m.conversation_id::text, '-', '') as "conversationId", replace(m.id::text, '-', '') as id,
      m.external_id as "externalId", m.external_id ~ '${derivedId.source}' as "isDerived", m.sent_at as "sentAt",
      m.is_assistant as "isAssistant",
      case when sum(length(m.parts::text)) over (order by m.sent_at desc, m.id) <= $maxLength then m.parts end as parts
    from ${places.rows}
    cross join lateral (
      select * from messages
      where company_id = $companyId and conversation_id = t.conversation_id and started_at = t.started_at offset 0
    ) m`,
  params: { ...places.params, maxLength: integer },
  row: {
    conversationId: text,
    id: text,
    externalId: text,
    isDerived: boolean,
    sentAt: instant,
    isAssistant: boolean,
    parts: nullable(json<MessagePart[]>()),
  },
});

/** Characters of the texts that are compared in one transaction. */
const maxComparedLength = 16 * 1024 * 1024;

/** The messages of these conversations, by conversation. */
export async function listComparedMessages(
  tx: CompanyTransaction,
  conversations: readonly Conversation[],
): Promise<Map<string, ComparedMessage[]>> {
  if (conversations.length === 0) return new Map();
  const rows = await tx.list(listComparedStatement, {
    ...places.encode(conversations.map(({ id, startedAt }) => ({ conversationId: id, startedAt }))),
    maxLength: maxComparedLength,
  });
  return Map.groupBy(
    rows.map(({ sentAt, isAssistant, parts, ...row }) => ({
      ...row,
      atMs: sentAt.getTime(),
      said: toSaid({ isAssistant, parts: parts ?? [] }),
    })),
    ({ conversationId }) => conversationId,
  );
}
