import { isReadable } from '#domain/ledger/transcript-readers.sql.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { boolean, instant, integer, nullable, text, uuid, type RowOf } from '#server/sql/types.ts';
import { logFilter, matchesFilter } from './log-filter.repository.ts';
import {
  conversationQuery,
  exportedReview,
  exportedReviewColumns,
  joinReview,
  type ConversationQuery,
} from './log-rows.repository.ts';

const message = {
  id: uuid,
  isAssistant: boolean,
  author: text,
  sentAt: instant,
  loading: boolean,
  hide: boolean,
  /** JSON; null behind the length of a transcript. */
  parts: nullable(text),
};

export type StoredMessage = RowOf<typeof message>;

const messageOrder = 'm.sent_at, m.position, m.is_assistant, m.external_id, m.id';

/** Characters of JSON that one answer holds, which is some fifty times a long conversation. */
export const maxTranscriptLength = 4 * 1024 * 1024;

/*
 * The start of the conversation limits the read to one partition. A conversation without messages is one row of nulls.
 * Messages of the same millisecond keep their order in the report; without one, questions come before answers.
 */
const listMessagesStatement = statement({
  name: 'analytics.messages',
  text: `
    select m.id, m.is_assistant as "isAssistant", m.author, m.sent_at as "sentAt", m.loading, m.hide,
      case when sum(length(m.parts::text)) over (order by ${messageOrder}) <= $maxLength then m.parts::text end as parts
    from conversation_partitions s
    join conversations c on c.company_id = s.company_id and c.started_at = s.started_at and c.id = s.id
    left join messages m
      on m.company_id = s.company_id and m.conversation_id = s.id and m.started_at = s.started_at
    where s.company_id = $companyId and s.id = $id and ($includesTechnical or not c.technical) and ${isReadable('c')}
    order by ${messageOrder}`,
  params: { ...conversationQuery, maxLength: integer },
  row: { ...message, id: nullable(uuid) },
});

const joinMessages =
  'join messages m on m.company_id = $companyId and m.conversation_id = c.id and m.started_at = c.started_at';

const inFilter = `c.company_id = $companyId and c.started_at >= $from::timestamptz and c.started_at < $until::timestamptz
    and ${matchesFilter}`;

const messagesFilter = { ...logFilter, from: instant, until: instant };

const exportedMessage = {
  id: uuid,
  conversationId: uuid,
  conversationExternalId: text,
  externalId: text,
  sentAt: instant,
  isAssistant: boolean,
  author: text,
  /** Whether the transcript leaves it out. */
  hide: boolean,
  /** JSON. */
  parts: text,
  /** Ratings of the message, JSON as it is stored; null without one. */
  ratings: nullable(text),
  /** Rating of the conversation. */
  rating: nullable(integer),
  ...exportedReview,
};

export type ExportedMessage = RowOf<typeof exportedMessage>;

/** The messages of all conversations of a range, the newest conversation first and its messages oldest first, for a file. */
export const allMessages = statement({
  text: `
    select m.id, c.id as "conversationId", c.external_id as "conversationExternalId", m.external_id as "externalId",
      m.sent_at as "sentAt", m.is_assistant as "isAssistant", m.author, m.hide, m.parts::text as parts,
      case when c.ratings is not null then (
        select jsonb_agg(given)::text from jsonb_array_elements(c.ratings) given
        where given->>'message' = replace(m.id::text, '-', '')) end as ratings,
      c.rating, ${exportedReviewColumns}
    from conversations c ${joinReview} ${joinMessages}
    where ${inFilter}
    order by c.started_at desc, c.id desc, ${messageOrder}`,
  params: messagesFilter,
  row: exportedMessage,
});

/** How many messages `allMessages` has, counted up to `most`. */
export const countMessages = statement.get({
  text: `select count(*) as count from (select from conversations c ${joinMessages} where ${inFilter} limit $most) found`,
  params: { ...messagesFilter, most: nullable(integer) },
  row: { count: integer },
});

/** The messages of a conversation, oldest first, in later ones without parts where they are too long; undefined where there is no such conversation. */
export async function findMessages(
  tx: CompanyTransaction,
  query: ConversationQuery,
): Promise<StoredMessage[] | undefined> {
  const rows = await tx.list(listMessagesStatement, { ...query, maxLength: maxTranscriptLength });
  return rows.length === 0 ? undefined : rows.filter((row): row is StoredMessage => row.id !== null);
}

const reader = { accountId: uuid, conversationId: uuid };

/** Undefined where the account reads the conversation masked. */
export const findUnmasking = statement.find({
  text: `
    select until from transcript_unmaskings
    where company_id = $companyId and account_id = $accountId and conversation_id = $conversationId and until > $now`,
  params: { ...reader, now: instant },
  row: { until: instant },
});

export const upsertUnmasking = statement.run({
  text: `
    insert into transcript_unmaskings (company_id, account_id, conversation_id, until)
    values ($companyId, $accountId, $conversationId, $until)
    on conflict (company_id, account_id, conversation_id) do update set until = excluded.until`,
  params: { ...reader, until: instant },
});
