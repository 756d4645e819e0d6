import { keep, unite, type Numbers } from './number-lists.ts';
import type { IndexedTerm } from './search-terms.service.ts';
import {
  positionsOfConversation,
  readConversations,
  readPlaces,
  type Places,
  type WordPlaces,
} from './segment-codec.ts';

/** A word of a segment whose places are not read, because they are many. */
interface LongWord {
  readonly size: number;
}

export const isLong = (word: SegmentWord): word is LongWord => 'size' in word;

export type SegmentWord = WordPlaces | LongWord;

/** The words that stand in a segment, by their keys. */
export type SegmentWords = ReadonlyMap<number, SegmentWord>;

/**
 * In which conversations of a segment all terms stand, as far as its words are read: with more of them read there are not
 * more conversations. Undefined where no word is read.
 * @param among where they are looked for; everywhere where it is missing
 */
export function findTerms(terms: readonly IndexedTerm[], words: SegmentWords, among?: Numbers): Numbers | undefined {
  let found = among;
  // The rarest first, because it leaves the least to compare.
  const wanted = terms
    .filter(({ isExcluded }) => !isExcluded)
    .toSorted((a, b) => countMost(a, words) - countMost(b, words));
  for (const { words: keys } of wanted) {
    const numbers = findTerm(keys, words, found);
    found = found && numbers ? keep(found, numbers) : (found ?? numbers);
    if (found?.length === 0) return found;
  }
  for (const { words: keys } of terms.filter(({ isExcluded }) => isExcluded)) {
    const isRead = keys.flat().every((key) => !isLeft(words, key));
    if (found && isRead) found = keep(found, findTerm(keys, words, found) ?? found, { isIn: false });
  }
  return found;
}

function isLeft(words: SegmentWords, key: number): boolean {
  const word = words.get(key);
  return word !== undefined && isLong(word);
}

const countOf = (word: SegmentWord | undefined) => (word === undefined ? 0 : isLong(word) ? word.size : word.count);

const countMost = ({ words: keys }: IndexedTerm, words: SegmentWords) =>
  Math.min(...keys.map((variants) => variants.reduce((sum, key) => sum + countOf(words.get(key)), 0)));

/** A word of a phrase with its place in it, in all its variants. */
interface PhraseWord {
  readonly place: number;
  readonly count: number;
  readonly variants: readonly WordPlaces[];
}

function findTerm(
  keys: ReadonlyArray<readonly number[]>,
  words: SegmentWords,
  among: Numbers | undefined,
): Numbers | undefined {
  if (keys.some((variants) => variants.every((key) => !words.has(key)))) return new Float64Array(0);
  const read = keys.flatMap((variants, place): PhraseWord[] => {
    const listed = variants.flatMap((key) => words.get(key) ?? []);
    const short = listed.flatMap((word) => (isLong(word) ? [] : word));
    if (short.length < listed.length) return [];
    return [{ place, count: short.reduce((sum, { count }) => sum + count, 0), variants: short }];
  });
  // The rarest first, because of the others its conversations alone are read.
  const [rarest, ...others] = read.toSorted((a, b) => a.count - b.count);
  if (!rarest) return undefined;
  if (keys.length === 1) return unite(rarest.variants.map(readConversations));
  let places = unite(rarest.variants.map((word) => readPlaces(word, among)));
  for (const other of others) {
    if (places.length === 0) return places;
    const within = toConversations(places);
    const ofWord = unite(other.variants.map((word) => readPlaces(word, within)));
    places = keep(places, ofWord, { shift: other.place - rarest.place });
  }
  return toConversations(places);
}

/** Each once. */
function toConversations(places: Places): Numbers {
  const found = new Float64Array(places.length);
  let length = 0;
  let last = -1;
  // By its index, because this runs over every place of a frequent word.
  for (let at = 0; at < places.length; at += 1) {
    const conversation = Math.floor((places[at] ?? 0) / positionsOfConversation);
    if (conversation === last) continue;
    found[length++] = conversation;
    last = conversation;
  }
  return found.subarray(0, length);
}
