import type { Uses } from '#server/portal/portal.ts';
import { answerListLength, type AnswerStats, type AnswerTotals } from '#features/dashboard/contract/answers.ts';
import type { ComparedQuery } from '#features/dashboard/contract/analytics.ts';
import type { RatingValue } from '#contract/conversations/rating-values.ts';
import { toRatingNumber } from '#server/lib/ratings.ts';
import { findPercentile, getBucketMiddle } from '#server/lib/answer-times.ts';
import { getMasking } from '#domain/masking/company-masking.ts';
import { renderMasked } from '#domain/masking/render-masked.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import {
  countConversationsWithTools,
  getAnswerStats as readAnswerStats,
  type AnswerRow,
} from './answer-stats.repository.ts';
import { describeRange } from '../stats.presenter.ts';
import type { ComparedRanges } from '../rollup-segments.ts';
import { toComparedRanges } from '../stats.service.ts';

/** Time, tokens and failures of the answers of a range. */
export async function getAnswerStats(
  { database, workers, clock }: Uses<'database' | 'workers' | 'clock'>,
  actor: Actor,
  query: ComparedQuery,
): Promise<AnswerStats> {
  const ranges = toComparedRanges(actor, query, clock.now());
  const [row, masking] = await Promise.all([
    database.inCompany.read(actor.companyId, (tx) => readAnswerStats(tx, ranges)),
    database.inCompany.read(actor.companyId, getMasking),
  ]);
  const reader = { companyId: actor.companyId, masking };
  const shown = await renderMasked(workers, reader, ({ maskText }) => ({
    tools: Map.groupBy(row.tools, ({ tool }) => maskText(tool)),
    failures: toReasons(row.failures, maskText),
  }));
  const tools = await listTools(shown.tools, (names) =>
    database.inCompany.read(actor.companyId, (tx) =>
      countConversationsWithTools(tx, { ...toCounted(ranges), tools: names }),
    ),
  );
  return {
    ...describeRange(ranges.range),
    timeZone: ranges.zone,
    ...toTotals(row, false),
    previous: { ...describeRange(ranges.previous), ...toTotals(row, true) },
    days: row.days.map(({ date, median, p95 }) => ({
      date,
      median: getBucketMiddle(median),
      p95: getBucketMiddle(p95),
    })),
    models: row.models,
    tools,
    failures: shown.failures,
  };
}

/** The most frequent reasons; those that are masked to the same text are one, because a reader cannot tell them apart. */
function toReasons(failures: AnswerRow['failures'], maskText: (text: string) => string): AnswerStats['failures'] {
  const reasons = new Map<string, AnswerStats['failures'][number]>();
  for (const { failure: stored, total, previous } of failures) {
    const failure = maskText(stored);
    const known = reasons.get(failure) ?? { total: 0, previous: 0 };
    reasons.set(failure, { failure, total: known.total + total, previous: known.previous + previous });
  }
  return [...reasons.values()].toSorted((one, other) => other.total - one.total).slice(0, answerListLength);
}

type Tool = AnswerStats['tools'][number];
type CountTools = (names: string[]) => Promise<Pick<Tool, 'conversations' | 'failed'>>;

const toCounted = ({ includesTechnical, range }: ComparedRanges) => ({
  includesTechnical,
  rangeFrom: new Date(range.from),
  rangeUntil: new Date(range.until),
});

/**
 * The most used tools. Those that are masked to the same text are one, as in the log; their conversations are counted anew,
 * because one conversation may call both.
 */
async function listTools(shown: ReadonlyMap<string, readonly Tool[]>, count: CountTools): Promise<Tool[]> {
  const groups = [...shown].slice(0, answerListLength);
  const tools: Tool[] = [];
  for (const [tool, alike] of groups) {
    const [first] = alike;
    if (!first) continue;
    const sums = alike.length === 1 ? first : await count(alike.map((each) => each.tool));
    const add = (get: (each: Tool) => number) => alike.reduce((sum, each) => sum + get(each), 0);
    const { conversations, failed } = sums;
    tools.push({
      tool,
      conversations,
      failed,
      calls: add((each) => each.calls),
      failedCalls: add((each) => each.failedCalls),
    });
  }
  return tools.toSorted((one, other) => other.conversations - one.conversations);
}

function countRatings(ratings: AnswerRow['ratings'], isPrevious: boolean): AnswerTotals['ratings'] {
  const count = (value: RatingValue) => {
    const found = ratings.find(({ rating }) => rating === toRatingNumber(value));
    return (isPrevious ? found?.previous : found?.total) ?? 0;
  };
  return { positive: count('positive'), neutral: count('neutral'), negative: count('negative') };
}

function toTotals({ times, totals, failed, unanswered, ratings }: AnswerRow, isPrevious: boolean): AnswerTotals {
  const ofRange = times.filter((each) => each.isPrevious === isPrevious);
  const sums = totals.find((each) => each.isPrevious === isPrevious);
  return {
    answers: sums?.answers ?? 0,
    failed: sums?.failed ?? 0,
    failedConversations: isPrevious ? failed.previous : failed.total,
    unanswered: isPrevious ? unanswered.previous : unanswered.total,
    ratings: countRatings(ratings, isPrevious),
    inputTokens: sums?.inputTokens ?? 0,
    outputTokens: sums?.outputTokens ?? 0,
    median: findPercentile(ofRange, 0.5),
    p95: findPercentile(ofRange, 0.95),
  };
}
