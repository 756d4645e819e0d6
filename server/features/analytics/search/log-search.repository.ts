import type { CompanyTransaction } from '../../../sql/sql.ts';
import { statement } from '../../../sql/statement.ts';
import { array, boolean, instant, integer, text, uuid } from '../../../sql/types.ts';
import { logFilter, matchesFilter } from '../log-filter.repository.ts';
import type { LogFilter } from '../log-filter.repository.ts';

interface FoundConversation {
  readonly id: string;
  readonly startedAt: number;
}

const toParams = (found: readonly FoundConversation[]) => {
  const starts = found.map(({ startedAt }) => startedAt);
  return {
    ids: found.map(({ id }) => id),
    starts: starts.map((start) => new Date(start)),
    earliest: new Date(Math.min(...starts)),
    latest: new Date(Math.max(...starts)),
  };
};

const found = { ids: array(uuid), starts: array(instant), earliest: instant, latest: instant };

/* The bounds let the planner leave out the other months. */
const listMatchingStatement = statement({
  text: `
    select c.id from unnest($ids::uuid[], $starts::timestamptz[]) as t (id, started_at)
    join conversations c on c.company_id = $companyId and c.started_at >= $earliest::timestamptz
      and c.started_at <= $latest::timestamptz and c.started_at = t.started_at and c.id = t.id
    where ${matchesFilter}`,
  params: { ...logFilter, ...found },
  row: { id: uuid },
});

/** The ids of those that exist as they were found and match the filter. */
export async function listMatching(
  tx: CompanyTransaction,
  filter: LogFilter,
  conversations: readonly FoundConversation[],
) {
  if (conversations.length === 0) return new Set<string>();
  const rows = await tx.list(listMatchingStatement, { ...filter, ...toParams(conversations) });
  return new Set(rows.map(({ id }) => id));
}

const sumFoundStatement = statement({
  text: `
    select coalesce(sum(c.messages), 0)::int8 as messages, coalesce(sum(c.api_calls), 0)::int8 as "apiCalls"
    from unnest($ids::uuid[], $starts::timestamptz[]) as t (id, started_at)
    join conversations c on c.company_id = $companyId and c.started_at >= $earliest::timestamptz
      and c.started_at <= $latest::timestamptz and c.started_at = t.started_at and c.id = t.id`,
  params: found,
  row: { messages: integer, apiCalls: integer },
});

/** What conversations add up to. */
export async function sumFound(tx: CompanyTransaction, conversations: readonly FoundConversation[]) {
  if (conversations.length === 0) return { messages: 0, apiCalls: 0 };
  return tx.get(sumFoundStatement, toParams(conversations));
}

/** Characters of JSON of a conversation in which hits are looked for. */
const maxLength = 256 * 1024;

const listMessagesStatement = statement({
  text: `
    select t.place::int4 as place, m.id, m.sent_at as "sentAt", m.is_assistant as "isAssistant", m.parts
    from unnest($ids::uuid[], $starts::timestamptz[]) with ordinality as t (id, started_at, place)
    cross join lateral (
      select id, sent_at, position, is_assistant, external_id, parts::text as parts,
        sum(length(parts::text)) over (order by sent_at, position, is_assistant, external_id, id) as length
      from messages
      where company_id = $companyId and conversation_id = t.id and started_at >= $earliest::timestamptz
        and started_at <= $latest::timestamptz and started_at = t.started_at and not hide offset 0
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
