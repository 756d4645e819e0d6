import { mostCounted } from '#features/conversation-log/contract/view-values.ts';
import { statement } from '#server/sql/statement.ts';
import { array, boolean, instant, integer, nullable } from '#server/sql/types.ts';
import { logFilter, matchesFilter } from '../log-filter.repository.ts';

/** Conversations of a range that are looked at for a count, the newest. */
export const mostRead = 20_000;

const range = { from: instant, until: instant };
const isInRange =
  'c.company_id = $companyId and c.started_at >= $from::timestamptz and c.started_at < $until::timestamptz';

/** The start of the first conversation that is not looked at. */
export const findFloor = statement.find({
  text: `
    select c.started_at as "startedAt" from conversations c
    where ${isInRange} and ($users::int4[] is null or c.user_number = any($users)) and ($includesTechnical or not c.technical)
    order by c.started_at desc, c.id desc offset ${mostRead} limit 1`,
  params: { ...range, users: nullable(array(integer)), includesTechnical: boolean },
  row: { startedAt: instant },
});

/** Counts the matches of a filter, one more than are said where there are more. */
export const countUpToMost = statement.get({
  text: `
    select count(*)::integer as count from (
      select from conversations c where ${isInRange} and ${matchesFilter} limit ${mostCounted + 1}) as matches`,
  params: { ...logFilter, ...range },
  row: { count: integer },
});
