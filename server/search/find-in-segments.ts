import type { CompanyTransaction } from '../sql/sql.ts';
import { findBlocks } from './find-in-index.repository.ts';
import { keep, unite } from './number-lists.ts';
import type { Numbers } from './number-lists.ts';
import type { Segment } from './search-index.repository.ts';
import type { IndexedTerm } from './search-terms.service.ts';
import { findWord, positionsOfConversation, readConversations, readPlaces } from './segment-codec.ts';
import type { Places, WordPlaces } from './segment-codec.ts';

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

/** The words of segments by their keys. */
type SegmentWords = ReadonlyMap<string, ReadonlyMap<number, WordPlaces>>;

/** In which conversations all terms stand, for the segments that have some. */
export async function findInSegments(
  tx: CompanyTransaction,
  segments: readonly Segment[],
  terms: readonly IndexedTerm[],
): Promise<FoundInSegment[]> {
  const words = await readWords(tx, segments, terms);
  return segments.flatMap((segment) => {
    const ofSegment = words.get(toId(segment));
    if (!ofSegment) return [];
    const numbers = keep(findAll(terms, ofSegment), Float64Array.from(segment.removed).toSorted(), { isIn: false });
    return numbers.length > 0 ? [{ segment, numbers }] : [];
  });
}

async function readWords(
  tx: CompanyTransaction,
  segments: readonly Segment[],
  terms: readonly IndexedTerm[],
): Promise<SegmentWords> {
  const keys = [...new Set(terms.flatMap(({ words }) => words.flat()))];
  const found = new Map<string, Map<number, WordPlaces>>();
  for (const { key, ...block } of await findBlocks(tx, { ...toSegmentParams(segments), keys })) {
    const word = key === null ? undefined : findWord(block, key);
    if (key === null || !word) continue;
    const id = toId(block);
    found.set(id, (found.get(id) ?? new Map<number, WordPlaces>()).set(key, word));
  }
  return found;
}

function findAll(terms: readonly IndexedTerm[], words: ReadonlyMap<number, WordPlaces>): Numbers {
  let found: Numbers | undefined;
  // The rarest first, because it leaves the least to compare.
  const wanted = terms
    .filter(({ isExcluded }) => !isExcluded)
    .toSorted((a, b) => countMost(a, words) - countMost(b, words));
  for (const { words: keys } of wanted) {
    const numbers = findTerm(keys, words);
    found = found ? keep(found, numbers) : numbers;
    if (found.length === 0) return found;
  }
  for (const { words: keys } of terms.filter(({ isExcluded }) => isExcluded))
    found = keep(found ?? new Float64Array(0), findTerm(keys, words), { isIn: false });
  return found ?? new Float64Array(0);
}

const countMost = ({ words: keys }: IndexedTerm, words: ReadonlyMap<number, WordPlaces>) =>
  Math.min(...keys.map((variants) => variants.reduce((sum, key) => sum + (words.get(key)?.count ?? 0), 0)));

function findTerm(keys: ReadonlyArray<readonly number[]>, words: ReadonlyMap<number, WordPlaces>): Numbers {
  const listed = keys.map((variants) => variants.flatMap((key) => words.get(key) ?? []));
  const [only = []] = listed;
  if (keys.length === 1) return unite(only.map(readConversations));
  const count = (place: number) => (listed[place] ?? []).reduce((sum, word) => sum + word.count, 0);
  // The rarest first, because of the others its conversations alone are read.
  const [rarest = 0, ...others] = [...keys.keys()].toSorted((a, b) => count(a) - count(b));
  let places = unite((listed[rarest] ?? []).map((word) => readPlaces(word)));
  for (const other of others) {
    if (places.length === 0) return places;
    const among = toConversations(places);
    const ofWord = unite((listed[other] ?? []).map((word) => readPlaces(word, among)));
    places = keep(places, ofWord, { shift: other - rarest });
  }
  return toConversations(places);
}

/** Each once. */
function toConversations(places: Places): Numbers {
  const found = new Float64Array(places.length);
  let length = 0;
  for (const place of places) {
    const conversation = Math.floor(place / positionsOfConversation);
    if (length === 0 || found[length - 1] !== conversation) found[length++] = conversation;
  }
  return found.subarray(0, length);
}
