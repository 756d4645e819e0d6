import { splitRange, weighDays } from '../../lib/ranges.ts';
import type { Range, SignedSpan } from '../../lib/ranges.ts';
import { addDays, getDay, getStartOfDay } from '../../lib/zones.ts';

/** What the statements over a range and the one before it are asked with. */
export interface Periods {
  readonly range: Range;
  readonly previous: Range;
  readonly zone: string;
  readonly includesTechnical: boolean;
}

interface Place {
  readonly isPrevious: boolean;
  readonly range: Range;
}

/** The values of `spansText`, from $1 on, and whether the range cuts days, which only the conversations themselves can tell. */
export function toPeriodValues({ range, previous, zone, includesTechnical }: Periods) {
  const places: Place[] = [
    { isPrevious: false, range },
    { isPrevious: true, range: previous },
  ];
  const split = places.map((place) => ({ ...place, ...splitRange(place.range, zone) }));
  const weighed = split.map(({ isPrevious, days }) => ({ isPrevious, ...weighDays(days) }));
  const tag = (isPrevious: boolean, spans: readonly SignedSpan[]) => spans.map((span) => ({ ...span, isPrevious }));
  const months = weighed.flatMap((part) => tag(part.isPrevious, part.months));
  const days = weighed.flatMap((part) => tag(part.isPrevious, part.days));
  const whole = split.map(({ isPrevious, days: span }) => ({ ...span, isPrevious, sign: 1 as const }));
  const edges = split.flatMap((part) => part.edges.map((edge) => ({ ...edge, isPrevious: part.isPrevious })));
  return {
    hasEdges: edges.length > 0,
    values: [
      includesTechnical,
      ...toColumns(months),
      ...toColumns(days),
      ...toColumns(whole),
      ...toEdgeColumns(edges, zone),
    ],
  };
}

type TaggedSpan = SignedSpan & { isPrevious: boolean };

const toColumns = (spans: readonly TaggedSpan[]) => [
  spans.map(({ isPrevious }) => isPrevious),
  spans.map(({ first }) => first),
  spans.map(({ until }) => until),
  spans.map(({ sign }) => sign),
];

function toEdgeColumns(edges: readonly (Range & { isPrevious: boolean })[], zone: string): unknown[] {
  if (edges.length === 0) return [];
  const ledger = edges.map((edge) => toLedgerEdge(edge, zone));
  return [
    edges.map(({ isPrevious }) => isPrevious),
    edges.map(({ from }) => new Date(from).toISOString()),
    edges.map(({ until }) => new Date(until).toISOString()),
    ledger.map(({ day }) => day),
    ledger.map(({ from }) => from),
    ledger.map(({ until }) => until),
  ];
}

/**
 * A run of a skill counts on its day in the ledger, whenever it occurred: an end of the edge that is one of the day as
 * well bounds nothing, so that the parts of a day add up to it.
 */
function toLedgerEdge({ from, until }: Range, zone: string) {
  const day = getDay(from, zone);
  return {
    day,
    from: from === getStartOfDay(day, zone) ? '-infinity' : new Date(from).toISOString(),
    until: until === getStartOfDay(addDays(day, 1), zone) ? 'infinity' : new Date(until).toISOString(),
  };
}
