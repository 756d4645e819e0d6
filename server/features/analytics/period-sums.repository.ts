/*
 * The parts of the statements that sum up a range and the one before it: `months` and `days` count with their sign,
 * `whole` are the whole days in one piece, `edges` what the range has of days that it only touches. A month without
 * its last days is cheaper than the days that it has, for users too: nobody has fewer conversations than none.
 */

/*
 * The condition is always true. It lets the planner guess that there is one span: for a list that it does not know it
 * guesses ten, finds the plan for any range dear, and plans every call anew, which takes longer than the sums of a month.
 */
const unnest = (name: string, place: number) => `${name} as (
  select * from unnest($${place}::boolean[], $${place + 1}::date[], $${place + 2}::date[], $${place + 3}::int[])
    as span (previous, first, until, sign) where sign in (1, -1) and first < until)`;

const edges = `edges as (
  select * from unnest($14::boolean[], $15::timestamptz[], $16::timestamptz[], $17::date[], $18::timestamptz[],
    $19::timestamptz[]) as edge (previous, first, until, day, ledger_first, ledger_until))`;

export const spansText = (hasEdges: boolean) =>
  [unnest('months', 2), unnest('days', 6), unnest('whole', 10), ...(hasEdges ? [edges] : [])].join(',\n');

/** `$1`: whether conversations of technical users count. */
const isCounted = (table: string) => `($1 or not ${table}.technical)`;

const joinEdges = `edges span join conversations t on t.started_at >= span.first and t.started_at < span.until
  where ${isCounted('t')}`;

const joinRollUp = (spans: string, table: string, column: string) =>
  `${spans} span join ${table} t on t.${column} >= span.first and t.${column} < span.until where ${isCounted('t')}`;

const unite = (arms: readonly (string | false)[]) => arms.filter((arm) => arm !== false).join('\n  union all ');

/* While sums are being made anew they may be short of what is taken away from them; nothing is ever fewer than none. */
const total = (column: string, condition = 'true', name = column) =>
  `greatest(coalesce(sum(${column}) filter (where ${condition}), 0), 0)::bigint as ${name}`;

export const skillSums = (hasEdges: boolean) => `skill_sums as materialized (
  select previous, number, status, ${total('conversations')}, ${total('messages')}, ${total('api_calls')}
  from (${unite([
    ...[
      ['months', 'skill_months', 'month'],
      ['days', 'skill_days', 'day'],
    ].map(
      ([spans = '', table = '', column = '']) => `select previous, skill_number as number, status,
      sign * conversations as conversations, sign * messages as messages, sign * api_calls as api_calls
    from ${joinRollUp(spans, table, column)}`,
    ),
    hasEdges && `select previous, skill_number, status, 1, messages, api_calls from ${joinEdges}`,
  ])}) parts group by previous, number, status)`;

const ofUser = 'completed + processing + failed + escaped + error';

/** One row for each user number, with those who have no conversation left. */
export const userSums = (hasEdges: boolean) => `user_sums as materialized (
  select number,
    ${total('conversations', 'not previous')}, ${total('messages', 'not previous')},
    ${total('conversations', 'previous', 'previous_conversations')},
    ${total('messages', 'previous', 'previous_messages')}
  from (${unite([
    ...[
      ['months', 'user_months', 'month'],
      ['days', 'user_days', 'day'],
    ].map(
      ([spans = '', table = '', column = '']) => `select previous, user_number as number,
      sign * (${ofUser}) as conversations, sign * messages as messages
    from ${joinRollUp(spans, table, column)}`,
    ),
    hasEdges && `select previous, user_number, 1, messages from ${joinEdges}`,
  ])}) parts group by number)`;

/** By day and hour. */
export const hourSums = (hasEdges: boolean) => `hour_sums as materialized (
  select previous, day, hour, ${total('conversations')}, ${total('messages')}
  from (${unite([
    `select previous, day, hour, conversations, messages from ${joinRollUp('whole', 'hour_days', 'day')}`,
    hasEdges && `select previous, t.day, hour, 1, messages from ${joinEdges}`,
  ])}) parts group by previous, day, hour)`;

/** The ledger knows no technical users: what is billed is billed. */
export const requestSums = (hasEdges: boolean) => `request_sums as materialized (
  select number, ${total('requests', 'not previous')}, ${total('requests', 'previous', 'previous')}
  from (${unite([
    `select previous, skill_number as number, requests
      from whole span join request_days t on t.day >= span.first and t.day < span.until`,
    hasEdges &&
      `select previous, skill_number, 1 from edges span join requests t
        on t.day = span.day and t.occurred_at >= span.ledger_first and t.occurred_at < span.ledger_until`,
  ])}) parts group by number)`;
