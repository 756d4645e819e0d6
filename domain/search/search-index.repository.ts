import { byteas, bigints, rowArrays } from '#server/sql/row-arrays.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement } from '#server/sql/statement.ts';
import { array, boolean, bytes, date, instant, integer, text, uuid, type RowOf } from '#server/sql/types.ts';
import type { Block } from './segment-codec.ts';

const indexed = {
  id: uuid,
  startedAt: instant,
  userNumber: integer,
  skillNumber: integer,
  status: integer,
  technical: boolean,
  hour: integer,
  weekday: integer,
  /** Bytes of its messages as they are stored. */
  size: integer,
};

export type IndexedConversation = RowOf<typeof indexed>;

/* `offset 0` as in the intake: first the starts, then each conversation in its own month. */
export const listConversations = statement.list({
  name: 'search.list-conversations',
  text: `
    select c.id, c.started_at as "startedAt", c.user_number as "userNumber", c.skill_number as "skillNumber", c.status,
      c.technical, c.hour, extract(isodow from c.day)::int4 as weekday, coalesce(m.size, 0)::int8 as size
    from (
      select id, started_at from conversation_partitions where company_id = $companyId and id = any($ids::uuid[]) offset 0
    ) p
    cross join lateral (
      select * from conversations where company_id = $companyId and started_at = p.started_at and id = p.id offset 0
    ) c
    cross join lateral (
      select sum(pg_column_size(parts)) as size from messages
      where company_id = $companyId and conversation_id = p.id and started_at = p.started_at offset 0
    ) m`,
  params: { ids: array(uuid) },
  row: indexed,
});

/** Characters of JSON of a conversation; the transcript shows no more either. */
const maxConversationLength = 4 * 1024 * 1024;

const listMessagesStatement = statement({
  name: 'search.list-messages',
  text: `
    select t.place::int4 as place, m.parts
    from unnest($ids::uuid[], $starts::timestamptz[]) with ordinality as t (id, started_at, place)
    cross join lateral (
      select parts::text as parts, sent_at, position, is_assistant, external_id, id,
        sum(length(parts::text)) over (order by sent_at, position, is_assistant, external_id, id) as length
      from messages
      where company_id = $companyId and conversation_id = t.id and started_at = t.started_at and not hide offset 0
    ) m
    where m.length <= $maxLength
    order by t.place, m.sent_at, m.position, m.is_assistant, m.external_id, m.id`,
  params: { ids: array(uuid), starts: array(instant), maxLength: integer },
  row: { place: integer, parts: text },
});

/** The messages of these conversations: `place` counts them from 1, parts are JSON. */
export const listMessages = (tx: CompanyTransaction, ids: readonly string[], starts: readonly Date[]) =>
  tx.list(listMessagesStatement, { ids, starts, maxLength: maxConversationLength });

const segment = {
  month: date,
  segment: integer,
  conversations: integer,
  removed: array(integer),
};

export type Segment = RowOf<typeof segment>;

/** The segments of these months with the words of these masking settings. */
export const listSegments = statement.list({
  name: 'search.list-segments',
  text: `
    select month, segment, conversations, removed from search_segments
    where company_id = $companyId and month >= $first and month <= $last and masking = $masking
    order by month desc, segment`,
  params: { first: date, last: date, masking: integer },
  row: segment,
});

/** All segments of a month, also those of earlier settings. */
export const listMonthSegments = statement.list({
  name: 'search.list-month-segments',
  text: `
    select month, segment, conversations, removed, masking from search_segments
    where company_id = $companyId and month = $month order by segment`,
  params: { month: date },
  row: { ...segment, masking: integer },
});

export const listMonths = statement.list({
  name: 'search.list-months',
  text: 'select distinct month from search_segments where company_id = $companyId',
  row: { month: date },
});

/** The months before one that have several segments of at most so many conversations. */
export const listUnsettled = statement.list({
  name: 'search.list-unsettled',
  text: `
    select month from search_segments
    where company_id = $companyId and month < $before and conversations <= $most
    group by month having count(*) > 1 order by month desc`,
  params: { before: date, most: integer },
  row: { month: date },
});

const insertSegmentStatement = statement({
  name: 'search.insert-segment',
  text: `
    insert into search_segments (company_id, month, segment, masking, conversations, facts, filters)
    select $companyId, $month, (
        select coalesce(max(segment), 0) + 1 from search_segments where company_id = $companyId and month = $month),
      $masking, $conversations, $facts, $filters
    returning segment`,
  params: { month: date, masking: integer, conversations: integer, facts: bytes, filters: bytes },
  row: { segment: integer },
});

const blocks = rowArrays({ first: bigints, places: byteas });

const insertWordsStatement = statement({
  name: 'search.insert-words',
  text: `
    insert into search_words (company_id, month, segment, ${blocks.names})
    select $companyId, $month, $segment, t.* from ${blocks.rows}`,
  params: { month: date, segment: integer, ...blocks.params },
});

interface NewSegment {
  readonly month: string;
  readonly masking: number;
  readonly conversations: number;
  readonly facts: Uint8Array;
  readonly filters: Uint8Array;
  readonly blocks: readonly Block[];
}

export async function createSegment(tx: CompanyTransaction, { blocks: rows, ...values }: NewSegment) {
  const [facts, filters] = [Buffer.from(values.facts), Buffer.from(values.filters)];
  const { segment: number } = await tx.get(insertSegmentStatement, { ...values, facts, filters });
  await tx.run(insertWordsStatement, { month: values.month, segment: number, ...blocks.encode(rows) });
}

const segmentKey = { month: date, segments: array(integer) };

const deleteSegmentsStatement = statement({
  name: 'search.delete-segments',
  text: 'delete from search_segments where company_id = $companyId and month = $month and segment = any($segments::int[])',
  params: segmentKey,
});

const deleteWordsStatement = statement({
  name: 'search.delete-words',
  text: 'delete from search_words where company_id = $companyId and month = $month and segment = any($segments::int[])',
  params: segmentKey,
});

export async function deleteSegments(tx: CompanyTransaction, month: string, segments: readonly number[]) {
  await tx.run(deleteWordsStatement, { month, segments });
  await tx.run(deleteSegmentsStatement, { month, segments });
}

/** Some segments of a month without their words, in the order of their numbers. */
export const listFacts = statement.list({
  name: 'search.list-facts',
  text: `
    select segment, facts, filters, removed from search_segments
    where company_id = $companyId and month = $month and segment = any($segments::int[]) order by segment`,
  params: segmentKey,
  row: { segment: integer, facts: bytes, filters: bytes, removed: array(integer) },
});

export const listBlocks = statement.list({
  name: 'search.list-blocks',
  text: `
    select segment, first, places from search_words
    where company_id = $companyId and month = $month and segment = any($segments::int[]) order by segment, first`,
  params: segmentKey,
  row: { segment: integer, first: integer, places: bytes },
});

export const forgetNumbers = statement.run({
  name: 'search.forget-numbers',
  text: `
    update search_segments set removed = removed || $numbers::int[]
    where company_id = $companyId and month = $month and segment = $segment`,
  params: { month: date, segment: integer, numbers: array(integer) },
});
