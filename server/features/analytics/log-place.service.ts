import type { Transaction } from '../../database/connection/transactions.ts';
import { splitDays, splitRange } from '../../lib/calendar/ranges.ts';
import type { DaySpan, Range } from '../../lib/calendar/ranges.ts';
import { addDays, addMonths, getStartOfDay, toDayNumber } from '#contract/calendar/zones.ts';
import { countByRollUp, countRows, isRolledUp } from './log-counts.repository.ts';
import type { DayCount } from './log-counts.repository.ts';
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

interface FoundPlace {
  /** How many match in all. */
  readonly size: number;
  /** Where the page lies, newest first; empty where it is behind the end. */
  readonly windows: Range[];
  readonly offset: number;
}

/** Up to so many days it takes less to count each than to count months first and then the days of some. */
const directDays = 62;

interface CountedSlot extends Slot {
  /** The days that make up a month's count; undefined where the slot is as small as it gets. */
  readonly days?: DaySpan;
}

/**
 * Where a page lies and how many match, without walking over what comes before it: roll-ups tell how many match on each
 * day, so that only the days of the page are looked into. Where they can not tell, an index counts the conversations.
 */
export async function locatePage(tx: Transaction, query: PageQuery): Promise<FoundPlace> {
  const slots = isRolledUp(query.filter) ? await listSlots(tx, query) : await countRows(tx, query.filter, query.range);
  const coarse = findPageSlots<CountedSlot>(slots, query.offset, query.limit);
  const fine = findPageSlots(await openMonths(tx, query, coarse.slots), coarse.offset, query.limit);
  return { size: countAll(slots), windows: mergeWindows(fine.slots), offset: fine.offset };
}

/** Newest first: what the range has of its last day, whole days and months, and what it has of its first day. */
async function listSlots(tx: Transaction, { filter, range, zone }: PageQuery): Promise<CountedSlot[]> {
  const { days, edges } = splitRange(range, zone);
  const spans = chooseSpans(days);
  const [months, singleDays, ...cut] = await Promise.all([
    countByRollUp(tx, filter, 'month', spans.months),
    countByRollUp(tx, filter, 'day', spans.days),
    ...edges.map((edge) => countRows(tx, filter, edge)),
  ]);
  const slots = [
    ...months.map((count) => toMonthSlot(count, zone)),
    ...singleDays.map((count) => toDaySlot(count, zone)),
    ...cut.flat(),
  ];
  return slots.toSorted((a, b) => b.from - a.from);
}

function chooseSpans(days: DaySpan): { months: DaySpan[]; days: DaySpan[] } {
  if (toDayNumber(days.until) - toDayNumber(days.first) <= directDays) return { months: [], days: [days] };
  const split = splitDays(days);
  return { months: [split.months], days: split.days };
}

/** The slots with the months among them day by day. */
async function openMonths(tx: Transaction, { filter, zone }: PageQuery, slots: readonly CountedSlot[]) {
  const spans = slots.flatMap(({ days }) => (days ? [days] : []));
  const opened = (await countByRollUp(tx, filter, 'day', spans)).map((count) => toDaySlot(count, zone));
  const closed = slots.filter(({ days }) => days === undefined);
  return [...opened, ...closed].toSorted((a, b) => b.from - a.from);
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
