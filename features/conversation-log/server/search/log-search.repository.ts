import type { CompanyTransaction } from '#server/sql/sql.ts';
import { instants } from '#server/sql/row-arrays.ts';
import { statement } from '#server/sql/statement.ts';
import { array, boolean, instant, integer, text, uuid } from '#server/sql/types.ts';
import { logFilter, matchesFilter, type LogFilter } from '../log-filter.repository.ts';

interface FoundConversation {
  readonly id: string;
  readonly startedAt: number;
}

const toParams = (found: readonly FoundConversation[]) => ({
  ids: found.map(({ id }) => id),
  starts: found.map(({ startedAt }) => new Date(startedAt)),
});

const found = { ids: array(uuid), starts: array(instant) };

/*
 * These statements have names, because planning them for all months takes longer than their work: a start leads to its
 * partition when they run. The starts alone are looked up, in one scan of the index of a month, and few others have the same.
 */
const listMatchingStatement = statement({
  name: 'search.list-matching',
  text: `
    select c.id, c.messages, c.api_calls as "apiCalls" from conversations c
    where c.company_id = $companyId and c.started_at >= $earliest::timestamptz and c.started_at <= $latest::timestamptz
      and c.started_at = any($starts::timestamptz[]) and ${matchesFilter}`,
  params: { ...logFilter, starts: instants.type, earliest: instant, latest: instant },
  row: { id: uuid, messages: integer, apiCalls: integer },
});

/**
 * Counts messages and API calls of the found conversations that still exist and match the filter, by id. Conversations
 * that started at the same time may be among them.
 */
export async function listMatching(
  tx: CompanyTransaction,
  filter: LogFilter,
  conversations: readonly FoundConversation[],
) {
  if (conversations.length === 0) return new Map<string, { messages: number; apiCalls: number }>();
  const starts = conversations.map(({ startedAt }) => startedAt);
  const rows = await tx.list(listMatchingStatement, {
    ...filter,
    starts: instants.encode(starts),
    earliest: new Date(Math.min(...starts)),
    latest: new Date(Math.max(...starts)),
  });
  return new Map(rows.map(({ id, ...sums }) => [id, sums]));
}

/** Characters of JSON of a conversation in which hits are looked for. */
const maxLength = 256 * 1024;

const listMessagesStatement = statement({
  name: 'search.list-found-messages',
  text: `
    select t.place::int4 as place, m.id, m.sent_at as "sentAt", m.is_assistant as "isAssistant", m.parts
    from unnest($ids::uuid[], $starts::timestamptz[]) with ordinality as t (id, started_at, place)
    cross join lateral (
      select id, sent_at, position, is_assistant, external_id, parts::text as parts,
        sum(length(parts::text)) over (order by sent_at, position, is_assistant, external_id, id) as length
      from messages
      where company_id = $companyId and conversation_id = t.id and started_at = t.started_at and not hide offset 0
    ) m
    where m.length <= $maxLength
    order by t.place, m.sent_at, m.position, m.is_assistant, m.external_id, m.id`,
  params: { ...found, maxLength: integer },
  row: { place: integer, id: uuid, sentAt: instant, isAssistant: boolean, parts: text },
});

/** The messages of conversations, for each in their order. */
export async function listFoundMessages(tx: CompanyTransaction, conversations: readonly FoundConversation[]) {
  if (conversations.length === 0) return [];
  const rows = await tx.list(listMessagesStatement, { ...toParams(conversations), maxLength });
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return conversations.map((_, place) => byPlace.get(place + 1) ?? []);
}
