import type { CompanyTransaction } from '#server/sql/sql.ts';
import { findShortBlocks, listBlocksOf } from './find-in-index.repository.ts';
import { findTerms, isLong, type SegmentWord, type SegmentWords } from './find-terms.ts';
import { keep, type Numbers } from './number-lists.ts';
import type { Segment } from './search-index.repository.ts';
import type { IndexedTerm } from './search-terms.service.ts';
import { findWord, sharedBlockBytes, type WordPlaces } from './segment-codec.ts';

export const toId = ({ month, segment }: Pick<Segment, 'month' | 'segment'>) => `${month} ${segment}`;

export const toSegmentParams = (segments: ReadonlyArray<Pick<Segment, 'month' | 'segment'>>) => ({
  months: segments.map(({ month }) => month),
  segments: segments.map(({ segment }) => segment),
});

/** The conversations of a segment that are found, by their numbers: in the order of their starts. */
export interface FoundInSegment {
  readonly segment: Segment;
  readonly numbers: Numbers;
}

/** A segment in which those terms may stand that are read. */
interface Candidate {
  readonly segment: Segment;
  readonly words: SegmentWords;
  /** Undefined where nothing of them is read yet. */
  readonly numbers: Numbers | undefined;
}

/** Bytes of long words that are in memory together. */
const longAtOnce = 4 * 1024 * 1024;

/**
 * In which conversations all terms stand, for the segments that have some. Words of many places are read of those segments
 * alone in which the others meet.
 */
export async function findInSegments(
  tx: CompanyTransaction,
  segments: readonly Segment[],
  terms: readonly IndexedTerm[],
): Promise<FoundInSegment[]> {
  const read = await readShortWords(tx, segments, terms);
  const candidates = read.flatMap(({ segment, words }): Candidate[] => {
    const numbers = findTerms(terms, words);
    return numbers?.length === 0 ? [] : [{ segment, words, numbers }];
  });
  const found: FoundInSegment[] = [];
  for (const part of divide(candidates)) {
    const whole = await readLongWords(tx, part);
    for (const [place, { segment, numbers: among }] of part.entries()) {
      const isComplete = countLong(part[place]?.words) === 0;
      const all = isComplete ? among : findTerms(terms, whole[place] ?? new Map(), among);
      const numbers = all && keep(all, Float64Array.from(segment.removed).toSorted(), { isIn: false });
      if (numbers && numbers.length > 0) found.push({ segment, numbers });
    }
  }
  return found;
}

/** In their order. */
function divide(candidates: readonly Candidate[]): Candidate[][] {
  const parts: Candidate[][] = [];
  let size = Infinity;
  for (const candidate of candidates) {
    const more = countLong(candidate.words);
    if (size + more > longAtOnce) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(candidate);
    size += more;
  }
  return parts;
}

interface ReadSegment {
  readonly segment: Segment;
  readonly words: SegmentWords;
}

/** The words of terms in segments, of which the long ones are left. */
async function readShortWords(
  tx: CompanyTransaction,
  segments: readonly Segment[],
  terms: readonly IndexedTerm[],
): Promise<ReadSegment[]> {
  const keys = [...new Set(terms.flatMap(({ words }) => words.flat()))];
  const read = segments.map((segment) => ({ segment, words: new Map<number, SegmentWord>() }));
  const byId = new Map(read.map(({ segment, words }) => [toId(segment), words]));
  for (const { key, first, size, places, ...id } of await findShortBlocks(tx, {
    ...toSegmentParams(segments),
    keys,
    longest: sharedBlockBytes,
  })) {
    if (key === null) continue;
    // A longer block has one word.
    const long = first === key ? { size } : undefined;
    const word = places ? findWord({ first, places }, key) : long;
    if (word) byId.get(toId(id))?.set(key, word);
  }
  return read;
}

/** Bytes of the words that are left. */
function countLong(words: SegmentWords = new Map()): number {
  let size = 0;
  for (const word of words.values()) if (isLong(word)) size += word.size;
  return size;
}

/** The words of the segments, with those that were left. */
async function readLongWords(
  tx: CompanyTransaction,
  segments: readonly ReadSegment[],
): Promise<Array<ReadonlyMap<number, WordPlaces>>> {
  const left = segments.flatMap(({ segment, words }) =>
    [...words].flatMap(([key, word]) => (isLong(word) ? { segment, key } : [])),
  );
  const whole = segments.map(
    ({ words }) => new Map([...words].flatMap(([key, word]) => (isLong(word) ? [] : [[key, word] as const]))),
  );
  if (left.length === 0) return whole;
  const places = new Map(segments.map(({ segment }, place) => [toId(segment), place]));
  const wanted = { ...toSegmentParams(left.map(({ segment }) => segment)), firsts: left.map(({ key }) => key) };
  for (const { first, places: bytes, ...id } of await listBlocksOf(tx, wanted)) {
    const word = findWord({ first, places: bytes }, first);
    if (word) whole[places.get(toId(id)) ?? -1]?.set(first, word);
  }
  return whole;
}
