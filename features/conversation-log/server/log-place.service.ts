import { splitDays, splitRange, type DaySpan, type Range } from '#server/lib/calendar/ranges.ts';
import type { LogPlace } from '#features/conversation-log/contract/log-query.ts';
import { addDays, addMonths, getMonth, getStartOfDay, toDayNumber } from '#contract/calendar/zones.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import {
  countBehind,
  isSummed,
  listCounts,
  listDayCounts,
  listSliceCounts,
  type Counting,
  type DayCount,
  type Measure,
} from './log-counts.repository.ts';
import { splitFilter, type LogFilter, type SplitFilter } from './log-filter.repository.ts';
import { countAll, findPageSlots, mergeWindows, type Slot } from './log-page.ts';

interface PageQuery {
  readonly filter: LogFilter;
  readonly range: Range;
  readonly zone: string;
  readonly offset: number;
  readonly limit: number;
}

interface FoundPage {
  /** The number of all matches. */
  readonly size: number;
  /** The time windows that hold the page, newest first; empty behind the last page. */
  readonly windows: Range[];
  readonly offset: number;
}

/** Up to this many days, counting days is cheaper than counting months first. */
const directDays = 62;

interface CountedSlot extends Slot {
  /** The days of a month; undefined for a slot that is not divided further. */
  readonly days?: DaySpan;
}

/**
 * Locates a page of the log and counts the matches. Counts by day come from roll-ups, so that only the days of the page
 * are read; for a filter by user and skill they come from an index of the conversations.
 */
export async function locatePage(tx: CompanyTransaction, query: PageQuery): Promise<FoundPage> {
  const split = splitFilter(query.filter);
  const slots = split ? await listSlots(tx, query, split) : await listSliceCounts(tx, query);
  const coarse = findPageSlots<CountedSlot>(slots, query.offset, query.limit);
  const days = split ? await splitMonths(tx, query, split, coarse.slots) : coarse.slots;
  const fine = findPageSlots(days, coarse.offset, query.limit);
  return { size: countAll(slots), windows: mergeWindows(fine.slots), offset: fine.offset };
}

/** Newest first: the partial last day, whole days and months, the partial first day. */
async function listSlots(
  tx: CompanyTransaction,
  { filter, range, zone }: Scope,
  split: SplitFilter,
  measure: Measure = 'conversations',
): Promise<CountedSlot[]> {
  const { days, edges } = splitRange(range, zone);
  const spans = chooseSpans(days);
  const [months, singleDays, ...partialDays] = await Promise.all([
    listSplitCounts(tx, { split, spans: spans.months, zone }, { granularity: 'month', measure }),
    listSplitCounts(tx, { split, spans: spans.days, zone }, { granularity: 'day', measure }),
    ...edges.map((edge) => listSliceCounts(tx, { filter, range: edge }, measure)),
  ]);
  const slots = [
    ...months.map((count) => toMonthSlot(count, zone)),
    ...singleDays.map((count) => toDaySlot(count, zone)),
    ...partialDays.flat(),
  ];
  return slots.toSorted((a, b) => b.from - a.from);
}

type Scope = Pick<PageQuery, 'filter' | 'range' | 'zone'>;

interface SplitSpans {
  readonly split: SplitFilter;
  readonly spans: readonly DaySpan[];
  readonly zone: string;
}

/** Counts of roll-ups by month or day, less those of the excess. */
async function listSplitCounts(tx: CompanyTransaction, { split, spans, zone }: SplitSpans, counting: Counting) {
  const { rolledUp, excess: filter } = split;
  const counts = await listCounts(tx, rolledUp, counting, spans);
  if (!filter) return counts;
  const ranges = spans.map(({ first, until }) => ({
    from: getStartOfDay(first, zone),
    until: getStartOfDay(until, zone),
  }));
  const excess = new Map<string, number>();
  for (const day of await listDayCounts(tx, filter, ranges, counting.measure)) {
    const slot = counting.granularity === 'month' ? getMonth(day.first) : day.first;
    excess.set(slot, (excess.get(slot) ?? 0) + day.count);
  }
  return counts
    .map(({ first, count }) => ({ first, count: count - (excess.get(first) ?? 0) }))
    .filter(({ count }) => count > 0);
}

/** How many conversations match. */
export async function countMatches(tx: CompanyTransaction, scope: Scope): Promise<number> {
  const split = splitFilter(scope.filter);
  return countAll(await (split ? listSlots(tx, scope, split) : listSliceCounts(tx, scope)));
}

/** How many more conversations match up to a place than were seen up to it; fewer where some are gone. */
export async function countNewer(
  tx: CompanyTransaction,
  { filter, range, zone }: Scope,
  { date, id, seen }: LogPlace,
): Promise<number> {
  const at = new Date(date);
  if (!isWithin(range, at)) return 0;
  const [upTo, { count: behind }] = await Promise.all([
    countMatches(tx, { filter, range: { ...range, from: at.getTime() }, zone }),
    countBehind(tx, { ...filter, at, id }),
  ]);
  return upTo - behind - seen;
}

const isWithin = ({ from, until }: Range, at: Date) => at.getTime() >= from && at.getTime() < until;

/** More conversations are not read one by one for a sum. */
const mostSummed = 20_000;

/** A sum over `matches` conversations; null where no roll-up has it and they are too many. */
export async function sumMatches(
  tx: CompanyTransaction,
  scope: Scope,
  { measure, matches }: { readonly measure: Measure; readonly matches: number },
): Promise<number | null> {
  const split = splitFilter(scope.filter);
  if (split && isSummed(scope.filter, measure)) return countAll(await listSlots(tx, scope, split, measure));
  return matches > mostSummed ? null : countAll(await listSliceCounts(tx, scope, measure));
}

function chooseSpans(days: DaySpan): { months: DaySpan[]; days: DaySpan[] } {
  if (toDayNumber(days.until) - toDayNumber(days.first) <= directDays) return { months: [], days: [days] };
  const split = splitDays(days);
  return { months: [split.months], days: split.days };
}

/** Replaces the months among the slots by their days. */
async function splitMonths(
  tx: CompanyTransaction,
  { zone }: PageQuery,
  split: SplitFilter,
  slots: readonly CountedSlot[],
) {
  const spans = slots.flatMap((slot) => slot.days ?? []);
  const counts = await listSplitCounts(tx, { split, spans, zone }, { granularity: 'day', measure: 'conversations' });
  const days = counts.map((count) => toDaySlot(count, zone));
  const undivided = slots.filter((slot) => slot.days === undefined);
  return [...days, ...undivided].toSorted((a, b) => b.from - a.from);
}

const toDaySlot = ({ first, count }: DayCount, zone: string): CountedSlot => ({
  from: getStartOfDay(first, zone),
  until: getStartOfDay(addDays(first, 1), zone),
  count,
});

function toMonthSlot({ first, count }: DayCount, zone: string): CountedSlot {
  const until = addMonths(first, 1);
  return {
    from: getStartOfDay(first, zone),
    until: getStartOfDay(until, zone),
    count,
    days: { first, until },
  };
}
