/**
 * One folding of letters for every search in a list or a filter, on the pages and on the server: `istanbul` finds İstanbul, `cagla`
 * Çağla, `strasse` Straße, whatever the case, the width and the marks. What is searched and what is searched for are both folded.
 *
 * Nothing of it follows a language or a version: after the compatible decomposition it is tables alone, so that PostgreSQL
 * folds alike (`fold_text`; a change of a table is a migration too).
 */

/** Marks above, below and through letters of Latin, Greek, Cyrillic, Hebrew and Arabic, and what is not seen at all. */
export const droppedRanges: readonly (readonly [first: number, last: number])[] = [
  [0x00_ad, 0x00_ad],
  [0x03_00, 0x03_6f],
  [0x04_83, 0x04_89],
  [0x05_91, 0x05_bd],
  [0x05_bf, 0x05_bf],
  [0x05_c1, 0x05_c2],
  [0x05_c4, 0x05_c5],
  [0x05_c7, 0x05_c7],
  [0x06_10, 0x06_1a],
  [0x06_1c, 0x06_1c],
  [0x06_40, 0x06_40],
  [0x06_4b, 0x06_5f],
  [0x06_70, 0x06_70],
  [0x18_0e, 0x18_0e],
  [0x1a_b0, 0x1a_ff],
  [0x1d_c0, 0x1d_ff],
  [0x20_0b, 0x20_0f],
  [0x20_2a, 0x20_2e],
  [0x20_60, 0x20_6f],
  [0x20_d0, 0x20_ff],
  [0xfe_00, 0xfe_0f],
  [0xfe_20, 0xfe_2f],
  [0xfe_ff, 0xfe_ff],
];

/** Letters that become two. */
export const foldedPairs: readonly (readonly [letter: string, folded: string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
];

/** Letters that have a stroke, or no dot, instead of a mark, and the second form of sigma. */
const foldedLetters = { ı: 'i', ł: 'l', đ: 'd', ð: 'd', ø: 'o', ħ: 'h', ŧ: 't', ς: 'σ' } as const;

/** The scripts with capitals that names are written in: Latin, Greek, Cyrillic, Armenian. */
const lastCapital = 0x05_56;

/** Every letter that becomes another one, by code point. */
export const letterTable: ReadonlyMap<string, string> = new Map([...listCapitals(), ...Object.entries(foldedLetters)]);

function listCapitals(): [string, string][] {
  const letters = Array.from({ length: lastCapital + 1 }, (_, code) => String.fromCodePoint(code));
  const plain = [...letters.filter((letter) => letter.normalize('NFKD') === letter), 'ẞ'];
  return plain.flatMap((letter): [string, string][] => {
    const small = letter.toLowerCase();
    return small === letter ? [] : [[letter, Reflect.get(foldedLetters, small) ?? small]];
  });
}

const toClass = ([first, last]: readonly [number, number]) => `\\u{${first.toString(16)}}-\\u{${last.toString(16)}}`;
const dropped = new RegExp(`[${droppedRanges.map(toClass).join('')}]`, 'gu');
const pairs = new Map(foldedPairs);

/** Tests for ASCII alone, which is most text; the test is cheap and spares the folding. */
const isAscii = (text: string) => !/[\u0080-\uffff]/.test(text);

/** The text as searches compare it. Its length can differ. */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const letters = text.normalize('NFKD').replaceAll(dropped, '');
  return Array.from(letters, (letter) => {
    const small = letterTable.get(letter) ?? letter;
    return pairs.get(small) ?? small;
  }).join('');
}

/** Folds a search; empty where there is nothing to search for. */
export const foldSearch = (typed: string): string => foldText(typed).trim();

/** A part of a text, in its UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds the places of a search in a text, one after the other, in the UTF-16 units of the original text. */
export function findSpans(text: string, typed: string): Span[] {
  const needle = foldSearch(typed);
  if (needle === '') return [];
  const { folded, spans } = foldWithPlaces(text);
  const found: Span[] = [];
  for (let hit = folded.indexOf(needle); hit !== -1; hit = folded.indexOf(needle, hit + needle.length)) {
    const [first, last] = [spans[hit], spans[hit + needle.length - 1]];
    // Half of a letter that became two was counted with the match before.
    const start = Math.max(first?.start ?? 0, found.at(-1)?.end ?? 0);
    const end = last?.end ?? text.length;
    if (end > start) found.push({ start, end });
  }
  return found;
}

/** The folded text, and for each of its units the letter that it stands for with the marks behind that. */
function foldWithPlaces(text: string): { folded: string; spans: Span[] } {
  let folded = '';
  let place = 0;
  const spans: { start: number; end: number }[] = [];
  for (const letter of text) {
    const units = foldText(letter);
    const end = place + letter.length;
    if (units === '') {
      const { start } = spans.at(-1) ?? { start: -1 };
      for (let index = spans.length - 1; spans[index]?.start === start; index -= 1) spans[index] = { start, end };
    }
    for (let unit = 0; unit < units.length; unit += 1) spans.push({ start: place, end });
    folded += units;
    place = end;
  }
  return { folded, spans };
}
