import { statement } from '#server/sql/statement.ts';
import { array, bytes, date, integer, nullable } from '#server/sql/types.ts';

/*
 * What a search reads of the index, of any number of segments in one statement. Each has a name, because planning it for a
 * hundred months takes longer than its work; the months of the segments lead to their partitions when it runs.
 */

const segments = { months: array(date), segments: array(integer) };
const ofSegment = { month: date, segment: integer };

/** The blocks in which these words stand where a segment has them. */
export const findBlocks = statement.list({
  name: 'search.find-blocks',
  text: `
    select s.month, s.segment, w.key, b.first, b.places
    from unnest($months::date[], $segments::int[]) as s (month, segment)
    cross join unnest($keys::int8[]) as w (key)
    cross join lateral (
      select first, places from search_words
      where company_id = $companyId and month = s.month and segment = s.segment and first <= w.key
      order by first desc limit 1
    ) b`,
  params: { ...segments, keys: array(integer) },
  row: { ...ofSegment, key: nullable(integer), first: integer, places: bytes },
});

/** Finds blocks like `findBlocks`, without the places of longer ones: their size says how much there is to read. */
export const findShortBlocks = statement.list({
  name: 'search.find-short-blocks',
  text: `
    select s.month, s.segment, w.key, b.first, b.size, b.places
    from unnest($months::date[], $segments::int[]) as s (month, segment)
    cross join unnest($keys::int8[]) as w (key)
    cross join lateral (
      select first, octet_length(places) as size, case when octet_length(places) <= $longest then places end as places
      from search_words
      where company_id = $companyId and month = s.month and segment = s.segment and first <= w.key
      order by first desc limit 1
    ) b`,
  params: { ...segments, keys: array(integer), longest: integer },
  row: { ...ofSegment, key: nullable(integer), first: integer, size: integer, places: nullable(bytes) },
});

/** Blocks by their first words, one of each segment that is named. */
export const listBlocksOf = statement.list({
  name: 'search.list-blocks-of',
  text: `
    select s.month, s.segment, b.first, b.places
    from unnest($months::date[], $segments::int[], $firsts::int8[]) as s (month, segment, first)
    cross join lateral (
      select first, places from search_words
      where company_id = $companyId and month = s.month and segment = s.segment and first = s.first offset 0
    ) b`,
  params: { ...segments, firsts: array(integer) },
  row: { ...ofSegment, first: integer, places: bytes },
});

/**
 * Ids and starts of some conversations from each number on. The slices of a segment stand together, from `first` to `last`,
 * so that each segment is looked up once.
 */
export const listFactSlices = statement.list({
  name: 'search.list-fact-slices',
  text: `
    select n.place::int4 as place,
      substring(g.facts from ($numbers::int[])[n.place] * 20 + 1 for ($counts::int[])[n.place] * 20) as facts
    from unnest($months::date[], $segments::int[], $firsts::int[], $lasts::int[]) as s (month, segment, first, last)
    cross join lateral (
      select facts from search_segments
      where company_id = $companyId and month = s.month and segment = s.segment offset 0
    ) g
    cross join generate_series(s.first, s.last) as n (place)`,
  params: {
    ...segments,
    firsts: array(integer),
    lasts: array(integer),
    numbers: array(integer),
    counts: array(integer),
  },
  row: { place: integer, facts: nullable(bytes) },
});

/** Lists the facts that the log filters by, of all conversations of segments. */
export const listFilters = statement.list({
  name: 'search.list-filters',
  text: `
    select s.month, s.segment, g.filters
    from unnest($months::date[], $segments::int[]) as s (month, segment)
    cross join lateral (
      select filters from search_segments
      where company_id = $companyId and month = s.month and segment = s.segment offset 0
    ) g`,
  params: segments,
  row: { ...ofSegment, filters: bytes },
});

/** The facts of every n-th conversation of segments, joined. */
export const listMarks = statement.list({
  name: 'search.list-marks',
  text: `
    select s.month, s.segment, g.facts
    from unnest($months::date[], $segments::int[]) as s (month, segment)
    cross join lateral (
      select string_agg(substring(t.facts from n * 20 + 1 for 20), ''::bytea order by n) as facts
      from search_segments t, generate_series(0, t.conversations - 1, $step::int) n
      where t.company_id = $companyId and t.month = s.month and t.segment = s.segment
    ) g`,
  params: { ...segments, step: integer },
  row: { ...ofSegment, facts: nullable(bytes) },
});
