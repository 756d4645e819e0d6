import type { Range } from '#server/lib/calendar/ranges.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { listFactSlices } from './find-in-index.repository.ts';
import { toSegmentParams, type FoundInSegment } from './find-in-segments.ts';
import { toMonthStart } from './search-settings.ts';
import { readId, readStart } from './segment-facts.ts';

export interface FoundConversation {
  readonly id: string;
  readonly startedAt: number;
}

interface PlacedConversation extends FoundConversation {
  /** Index of its segment among the found ones, and its number there. */
  readonly place: number;
  readonly number: number;
}

/** Newest first. */
const byStart = (one: PlacedConversation, other: PlacedConversation) =>
  other.startedAt - one.startedAt || one.place - other.place || other.number - one.number;

/** Conversations that are handed on together: somewhat more than a search lists. */
export const batchSize = 1200;

/**
 * The found conversations of a range, newest first, in batches; ids and starts are read of those alone that are handed on.
 * @param found newest month first
 */
export async function* listNewest(
  tx: CompanyTransaction,
  found: readonly FoundInSegment[],
  range: Range,
): AsyncGenerator<FoundConversation[]> {
  let left = [...found];
  while (left.length > 0) {
    const listed = await readFacts(tx, takeNewest(left));
    const newest = listed.toSorted(byStart).slice(0, batchSize);
    const counts = new Map<number, number>();
    for (const { place } of newest) counts.set(place, (counts.get(place) ?? 0) + 1);
    left = left.flatMap(({ segment, numbers }, place) => {
      const rest = numbers.subarray(0, numbers.length - (counts.get(place) ?? 0));
      return rest.length > 0 ? [{ segment, numbers: rest }] : [];
    });
    yield newest
      .filter(({ startedAt }) => startedAt >= range.from && startedAt < range.until)
      .map(({ id, startedAt }) => ({ id, startedAt }))
      .toSorted((one, other) => other.startedAt - one.startedAt || (one.id < other.id ? 1 : -1));
  }
}

/** Months as a whole up to the size of a batch, and of the next one as many of each segment as are missing. */
function takeNewest(found: readonly FoundInSegment[]): FoundInSegment[] {
  let missing = batchSize;
  const taken: FoundInSegment[] = [];
  for (const ofMonth of Map.groupBy(found, ({ segment }) => segment.month).values()) {
    if (missing <= 0) break;
    for (const { segment, numbers } of ofMonth) taken.push({ segment, numbers: numbers.subarray(-missing) });
    missing -= ofMonth.reduce((sum, { numbers }) => sum + numbers.length, 0);
  }
  return taken;
}

/** Numbers of a segment whose facts are read as one piece of bytes. */
interface Slice {
  readonly place: number;
  readonly numbers: Float64Array;
}

/** Numbers that are nearer than this to the one before are read with it. */
const sliceSpan = 64;

async function readFacts(tx: CompanyTransaction, found: readonly FoundInSegment[]): Promise<PlacedConversation[]> {
  const divided = found.map(({ numbers }, place) => divide(numbers).map((part): Slice => ({ place, numbers: part })));
  const slices = divided.flat();
  const lasts: number[] = [];
  for (const { length } of divided) lasts.push((lasts.at(-1) ?? 0) + length);
  const rows = await listFactSlices(tx, {
    ...toSegmentParams(found.map(({ segment }) => segment)),
    firsts: divided.map(({ length }, place) => (lasts[place] ?? 0) - length + 1),
    lasts,
    numbers: slices.map(({ numbers: [first = 0] }) => first),
    counts: slices.map(({ numbers }) => (numbers.at(-1) ?? 0) - (numbers[0] ?? 0) + 1),
  });
  return rows.flatMap(({ place: row, facts }) => {
    const slice = slices[row - 1];
    if (!slice || !facts) return [];
    const { place, numbers } = slice;
    const start = toMonthStart(found[place]?.segment.month ?? '');
    const [first = 0] = numbers;
    return Array.from(numbers, (number) => ({
      place,
      number,
      id: readId(facts, number - first),
      startedAt: start + readStart(facts, number - first),
    }));
  });
}

function divide(numbers: Float64Array): Float64Array[] {
  const parts: Float64Array[] = [];
  let from = 0;
  for (let end = 1; end <= numbers.length; end += 1) {
    if (end < numbers.length && (numbers[end] ?? 0) - (numbers[from] ?? 0) < sliceSpan) continue;
    parts.push(numbers.subarray(from, end));
    from = end;
  }
  return parts;
}
