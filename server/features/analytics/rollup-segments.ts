import { splitRange, weighDays } from '../../lib/calendar/ranges.ts';
import type { DaySpan, Range, SignedSpan } from '../../lib/calendar/ranges.ts';
import { addDays, getDay, getStartOfDay } from '#contract/calendar/zones.ts';

/** What the statements over a range and the one before it are asked with. */
export interface Periods {
  readonly range: Range;
  readonly previous: Range;
  readonly zone: string;
  readonly includesTechnical: boolean;
}

/** Months or days of a roll-up. */
export interface Stretch extends SignedSpan {
  readonly isPrevious: boolean;
}

/** What a range has of a day that it only touches, and the same for the ledger; instants as texts. */
export interface Edge {
  readonly isPrevious: boolean;
  readonly from: string;
  readonly until: string;
  readonly day: string;
  readonly ledgerFrom: string;
  readonly ledgerUntil: string;
}

/**
 * Both ranges in parts that roll-ups can tell: `months` and `days` count with their sign, `whole` are the whole days
 * in one piece, `edges` what only the conversations themselves know. A month without its last days is cheaper than the
 * days that it has, for users too: nobody has fewer conversations than none.
 */
export interface PeriodParts {
  readonly months: readonly Stretch[];
  readonly days: readonly Stretch[];
  readonly whole: readonly Stretch[];
  readonly edges: readonly Edge[];
}

export function toPeriodParts({ range, previous, zone }: Periods): PeriodParts {
  const parts = [
    { isPrevious: false, ...splitRange(range, zone) },
    { isPrevious: true, ...splitRange(previous, zone) },
  ].map((part) => ({ ...part, weighed: weighDays(part.days) }));
  return {
    months: parts.flatMap(({ isPrevious, weighed }) => weighed.months.map((span) => ({ ...span, isPrevious }))),
    days: parts.flatMap(({ isPrevious, weighed }) => weighed.days.map((span) => ({ ...span, isPrevious }))),
    whole: parts.flatMap(({ isPrevious, days }) => keepFilled(days).map((span) => ({ ...span, isPrevious }))),
    edges: parts.flatMap(({ isPrevious, edges }) => edges.map((edge) => ({ isPrevious, ...toEdge(edge, zone) }))),
  };
}

const keepFilled = (span: DaySpan) => (span.first < span.until ? [{ ...span, sign: 1 as const }] : []);

/** The same for all periods whose statements have the same text; undefined where planning once is not worth it. */
export function describeShape({ months, days, whole, edges }: PeriodParts): string | undefined {
  if (edges.length > 0) return undefined;
  const describe = ({ isPrevious, sign }: Stretch) => `${isPrevious ? 'p' : 'r'}${sign === 1 ? '+' : '-'}`;
  return [months, days, whole].map((stretches) => stretches.map(describe).join('')).join(' ');
}

/**
 * A run of a skill counts on its day in the ledger, whenever it occurred: an end of the edge that is one of the day as
 * well bounds nothing, so that the parts of a day add up to it.
 */
function toEdge(edge: Range, zone: string) {
  const day = getDay(edge.from, zone);
  const [from, until] = [new Date(edge.from).toISOString(), new Date(edge.until).toISOString()];
  return {
    from,
    until,
    day,
    ledgerFrom: edge.from === getStartOfDay(day, zone) ? '-infinity' : from,
    ledgerUntil: edge.until === getStartOfDay(addDays(day, 1), zone) ? 'infinity' : until,
  };
}
