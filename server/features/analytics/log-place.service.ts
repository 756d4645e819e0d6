import { splitDays, splitRange } from '../../lib/calendar/ranges.ts';
import type { DaySpan, Range } from '../../lib/calendar/ranges.ts';
import { addDays, addMonths, getStartOfDay, toDayNumber } from '#contract/calendar/zones.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { isSummed, listCounts, listSliceCounts } from './log-counts.repository.ts';
import type { DayCount, Measure } from './log-counts.repository.ts';
import { isRolledUp } from './log-filter.repository.ts';
import type { LogFilter } from './log-filter.repository.ts';
import { countAll, findPageSlots, mergeWindows } from './log-page.ts';
import type { Slot } from './log-page.ts';

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
 * Where a page lies and how many conversations match. Counts by day come from roll-ups, so that only the days of the page
 * are read; for a filter by user and skill they come from an index of the conversations.
 */
export async function locatePage(tx: CompanyTransaction, query: PageQuery): Promise<FoundPage> {
  const slots = isRolledUp(query.filter) ? await listSlots(tx, query) : await listSliceCounts(tx, query);
  const coarse = findPageSlots<CountedSlot>(slots, query.offset, query.limit);
  const fine = findPageSlots(await splitMonths(tx, query, coarse.slots), coarse.offset, query.limit);
  return { size: countAll(slots), windows: mergeWindows(fine.slots), offset: fine.offset };
}

/** Newest first: the partial last day, whole days and months, the partial first day. */
async function listSlots(
  tx: CompanyTransaction,
  { filter, range, zone }: Scope,
  measure: Measure = 'conversations',
): Promise<CountedSlot[]> {
  const { days, edges } = splitRange(range, zone);
  const spans = chooseSpans(days);
  const [months, singleDays, ...partialDays] = await Promise.all([
    listCounts(tx, filter, { granularity: 'month', measure }, spans.months),
    listCounts(tx, filter, { granularity: 'day', measure }, spans.days),
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

/** How many conversations match. */
export async function countMatches(tx: CompanyTransaction, scope: Scope): Promise<number> {
  return countAll(await (isRolledUp(scope.filter) ? listSlots(tx, scope) : listSliceCounts(tx, scope)));
}

/** More conversations are not read one by one for a sum. */
const mostSummed = 20_000;

/** A sum over `matches` conversations; null where no roll-up has it and they are too many. */
export async function sumMatches(
  tx: CompanyTransaction,
  scope: Scope,
  { measure, matches }: { readonly measure: Measure; readonly matches: number },
): Promise<number | null> {
  if (isRolledUp(scope.filter) && isSummed(scope.filter, measure)) return countAll(await listSlots(tx, scope, measure));
  return matches > mostSummed ? null : countAll(await listSliceCounts(tx, scope, measure));
}

function chooseSpans(days: DaySpan): { months: DaySpan[]; days: DaySpan[] } {
  if (toDayNumber(days.until) - toDayNumber(days.first) <= directDays) return { months: [], days: [days] };
  const split = splitDays(days);
  return { months: [split.months], days: split.days };
}

/** Replaces the months among the slots by their days. */
async function splitMonths(tx: CompanyTransaction, { filter, zone }: PageQuery, slots: readonly CountedSlot[]) {
  const spans = slots.flatMap((slot) => slot.days ?? []);
  const days = (await listCounts(tx, filter, { granularity: 'day', measure: 'conversations' }, spans)).map((count) =>
    toDaySlot(count, zone),
  );
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
