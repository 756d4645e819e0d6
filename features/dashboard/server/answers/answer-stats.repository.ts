import { answerListLength, type AnswerStats } from '#features/dashboard/contract/answers.ts';
import { answerTimeBounds, type BucketCount } from '#server/lib/answer-times.ts';
import { toJsonRow, toJsonRows } from '#server/sql/json-rows.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { statement, statementFamily } from '#server/sql/statement.ts';
import { array, boolean, instant, integer, json, text, type RowOf } from '#server/sql/types.ts';
import { isCounted, unionAll } from '../range-sums.sql.ts';
import {
  exampleSegments,
  inPartialDay,
  inSegment,
  toSegmentFields,
  toSegments,
  toSegmentValues,
  type ComparedRanges,
  type Segments,
} from '../rollup-segments.ts';

type Model = AnswerStats['models'][number];

const answerRow = {
  /** Numbers of answers of both ranges by bucket of answer time. */
  times: json<(BucketCount & { isPrevious: boolean })[]>(),
  /** The buckets of the percentiles. */
  days: json<{ date: string; median: number; p95: number }[]>(),
  totals: json<(Omit<Model, 'model' | 'conversations'> & { isPrevious: boolean })[]>(),
  models: json<Model[]>(),
  /** Failures as stored, not masked; at most `reasonLimit`. */
  failures: json<AnswerStats['failures']>(),
  failed: json<{ total: number; previous: number }>(),
  tools: json<AnswerStats['tools']>(),
  unanswered: json<{ total: number; previous: number }>(),
  ratings: json<{ rating: number; total: number; previous: number }[]>(),
};

export type AnswerRow = RowOf<typeof answerRow>;

interface TurnSource {
  readonly table: string;
  /** Columns of the roll-up (`columns`), and the same values read from a turn (`ofTurn`). */
  readonly columns: string;
  readonly ofTurn: string;
  /** Adds rows of a turn. */
  readonly join?: string;
}

/** The days of the roll-up, and of the partial days the turns themselves. */
function selectTurns({ whole, partialDays }: Segments, { table, columns, ofTurn, join = '' }: TurnSource): string {
  return unionAll([
    ...whole.map(
      (segment) => `select ${segment.isPrevious} as previous, ${columns}
        from ${table} t where ${inSegment(segment, 'day')} and ${isCounted}`,
    ),
    ...partialDays.map(
      (partialDay) => `select ${partialDay.isPrevious} as previous, ${ofTurn}
        from conversations t cross join lateral jsonb_array_elements(t.turns) with ordinality as each (turn, place) ${join}
        where ${inPartialDay(partialDay)} and ${isCounted}`,
    ),
  ]);
}

const durationOf = `(each.turn->>'durationMs')::int`;
/** The place of the first answer of its model within the conversation counts the conversation. */
const isFirstOf = (keys: string, order: string) =>
  `(row_number() over (partition by t.started_at, t.id, ${keys} order by ${order}) = 1)::int::bigint`;

const tokensOf = (name: string) => `coalesce((each.turn->>'${name}')::bigint, 0)`;

const timesOf = (segments: Segments) =>
  selectTurns(segments, {
    table: 'answer_time_daily_stats',
    columns: 't.day, t.bucket::int, t.answers::bigint',
    ofTurn: `t.day, case when ${durationOf} is null then null
        else width_bucket(${durationOf}, array[${answerTimeBounds.join(', ')}]) end as bucket, 1::bigint as answers`,
  });

const modelOf = `coalesce(each.turn->>'model', '')`;

const modelsOf = (segments: Segments) =>
  selectTurns(segments, {
    table: 'model_daily_stats',
    columns: 't.model, t.conversations::bigint, t.turns::bigint, t.failed::bigint, t.input_tokens, t.output_tokens',
    ofTurn: `${modelOf} as model, ${isFirstOf(modelOf, 'each.place')} as conversations, 1::bigint as turns,
        (each.turn->>'error' is not null or each.turn->>'errorType' is not null)::int::bigint as failed,
        ${tokensOf('inputTokens')} as input_tokens, ${tokensOf('outputTokens')} as output_tokens`,
  });

const isToolFailed = `called.tool->>'error' is not null`;
const callOrder = 'each.place, called.place';

const toolsOf = (segments: Segments) =>
  selectTurns(segments, {
    table: 'tool_daily_stats',
    columns: 't.tool, t.conversations::bigint, t.failed::bigint, t.calls::bigint, t.failed_calls::bigint',
    ofTurn: `called.tool->>'name' as tool, ${isFirstOf(`called.tool->>'name'`, callOrder)} as conversations,
        case when ${isToolFailed} then ${isFirstOf(`called.tool->>'name', ${isToolFailed}`, callOrder)} else 0::bigint end as failed,
        1::bigint as calls, (${isToolFailed})::int::bigint as failed_calls`,
    join: `cross join lateral jsonb_array_elements(coalesce(each.turn->'tools', '[]')) with ordinality as called (tool, place)`,
  });

const sums = `sum(turns)::bigint as answers, sum(failed)::bigint as failed, sum(input_tokens)::bigint as "inputTokens",
  sum(output_tokens)::bigint as "outputTokens"`;

const times = `select previous as "isPrevious", bucket, sum(answers)::bigint as answers from times group by 1, 2 order by 1, 2`;

const days = `select day as date, min(bucket) filter (where passed >= 0.5 * answers) as median,
    min(bucket) filter (where passed >= 0.95 * answers) as p95
  from (select day, bucket, sum(sum(answers)) over (partition by day order by bucket) as passed,
      sum(sum(answers)) over (partition by day) as answers
    from times where not previous group by day, bucket) counted
  group by 1 order by 1`;

const totals = `select previous as "isPrevious", ${sums} from models group by 1 order by 1`;

const models = `select model, sum(conversations)::bigint as conversations, ${sums} from models where not previous group by 1 order by answers desc, model limit ${answerListLength}`;

/** More are rare, and each is masked before equal ones are added. */
const reasonLimit = 2000;

const tools = `select tool, sum(conversations)::bigint as conversations, sum(failed)::bigint as failed,
    sum(calls)::bigint as calls, sum(failed_calls)::bigint as "failedCalls"
  from tools where not previous group by 1 order by conversations desc, tool limit ${reasonLimit}`;

const inEitherRange = `((started_at >= $rangeFrom::timestamptz and started_at < $rangeUntil::timestamptz)
      or (started_at >= $previousFrom::timestamptz and started_at < $previousUntil::timestamptz))`;

/** An index holds the few conversations that end with a question. */
const unanswered = `select count(*) filter (where started_at >= $rangeFrom::timestamptz) as total,
    count(*) filter (where started_at < $rangeFrom::timestamptz) as previous
  from conversations t
  where t.company_id = $companyId and t.awaits_answer and ${isCounted} and ${inEitherRange}`;

/** By rating, of both ranges; an index holds the conversations that are rated. */
const ratings = `select rating, count(*) filter (where started_at >= $rangeFrom::timestamptz) as total,
    count(*) filter (where started_at < $rangeFrom::timestamptz) as previous
  from conversations t
  where t.company_id = $companyId and rating is not null and ${isCounted} and ${inEitherRange}
  group by 1`;

/** By reason, of both ranges; an index holds the few conversations that failed. */
const failedByReason = `select failure, count(*) filter (where started_at >= $rangeFrom::timestamptz) as total,
    count(*) filter (where started_at < $rangeFrom::timestamptz) as previous
  from conversations t
  where t.company_id = $companyId and failure is not null and ${isCounted}
    and ${inEitherRange}
  group by 1`;

const failures = `select failure, total, previous from reasons where total > 0 order by total desc, failure limit ${reasonLimit}`;

const failed = `select coalesce(sum(total), 0)::bigint as total, coalesce(sum(previous), 0)::bigint as previous from reasons`;

const getAnswerStatsStatement = statementFamily(
  (segments) => ({
    text: `
      with times as materialized (select * from (${timesOf(segments)}) timed where bucket is not null),
      models as materialized (${modelsOf(segments)}),
      tools as materialized (${toolsOf(segments)}),
      reasons as materialized (${failedByReason})
      select ${toJsonRows(times)} as times, ${toJsonRows(days)} as days, ${toJsonRows(totals)} as totals,
        ${toJsonRows(models)} as models, ${toJsonRows(failures)} as failures, ${toJsonRow(failed)} as failed,
        ${toJsonRows(tools)} as tools, ${toJsonRow(unanswered)} as unanswered,
        ${toJsonRows(ratings)} as ratings`,
    params: {
      includesTechnical: boolean,
      rangeFrom: instant,
      rangeUntil: instant,
      previousFrom: instant,
      previousUntil: instant,
      ...toSegmentFields(segments.whole, segments.partialDays, false),
    },
    row: answerRow,
  }),
  exampleSegments,
);

export function getAnswerStats(tx: CompanyTransaction, ranges: ComparedRanges): Promise<AnswerRow> {
  const segments = toSegments(ranges);
  const { includesTechnical, range, previous } = ranges;
  return tx.get(getAnswerStatsStatement(segments), {
    ...toSegmentValues(segments),
    includesTechnical,
    rangeFrom: new Date(range.from),
    rangeUntil: new Date(range.until),
    previousFrom: new Date(previous.from),
    previousUntil: new Date(previous.until),
  });
}

/** How many conversations of the range called any of these tools, and in how many a call of one failed. */
export const countConversationsWithTools = statement.get({
  text: `
    select count(*)::int as conversations, (count(*) filter (where t.failed_tools ?| $tools::text[]))::int as failed
    from conversations t
    where t.company_id = $companyId and ${isCounted} and t.tools ?| $tools::text[]
      and t.started_at >= $rangeFrom::timestamptz and t.started_at < $rangeUntil::timestamptz`,
  params: { includesTechnical: boolean, tools: array(text), rangeFrom: instant, rangeUntil: instant },
  row: { conversations: integer, failed: integer },
});
