/** Characters of a search. */
export const maxSearchLength = 200;
/** Words of a search, those in quotes as well. */
export const maxSearchWords = 12;
/** Up to here the number of found conversations is exact, and up to here they are listed. */
export const maxFound = 1000;
/** Hits that a conversation is listed with. */
export const maxHits = 3;

/** The words of a text with their places in it; the same for what is searched and for what is found. */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A run of letters and digits; or a syllable of Hangul whose letters are apart; or a character, with its marks, of a script that is
 * written without blanks, or of Hangul, whose words have their endings attached.
 */
const wordPattern =
  /[[\p{L}\p{N}\p{M}]--[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Hangul}]]+|[\u1100-\u115f]+[\u1160-\u11a7]*[\u11a8-\u11ff]*|[\p{L}\p{N}\p{M}]\p{M}*/gv;
const characterPattern =
  /^\^?[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Hangul}]/v;
const hangulPattern = /\p{sc=Hangul}/v;
const plainPattern = /[a-z0-9]+/gi;
const isAscii = (text: string) => !/[^\x20-\x7e\t\n\r]/.test(text);
/** Longer words are cut, e.g. the bytes of a picture. */
const maxWordLength = 64;

/**
 * Letters and digits that stand together, in lower case. A character of a script without blanks is a word with its marks, and so is
 * a syllable of Hangul; one at the beginning of a word is `^` and the syllable, so that words are found by their beginnings.
 */
export function listWords(text: string): Word[] {
  if (isAscii(text)) return Array.from(text.matchAll(plainPattern), ({ 0: found, index }) => toWord(found, index));
  let hangulEnd = -1;
  return Array.from(text.matchAll(wordPattern), ({ 0: found, index: start }) => {
    if (!hangulPattern.test(found)) return toWord(found.normalize('NFKC'), start, start + found.length);
    const mark = start === hangulEnd ? '' : '^';
    hangulEnd = start + found.length;
    return toWord(`${mark}${found.normalize('NFKC')}`, start, hangulEnd);
  });
}

const toWord = (found: string, start: number, end = start + found.length): Word => ({
  word: found.toLowerCase().slice(0, maxWordLength),
  start,
  end,
});

/** Words of a search, where four characters of a script without blanks are one. */
const countWords = (words: readonly string[]) =>
  Math.ceil(words.reduce((sum, word) => sum + (characterPattern.test(word) ? 1 / 4 : 1), 0));

/** One word, or several that stand one after the other. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** Whether it was asked for in quotes, so that a common word counts too. */
  readonly isQuoted: boolean;
  /** Found conversations do not contain it. */
  readonly isExcluded: boolean;
}

const chunkPattern = /-?"[^"]*"?|[^\s"]+/g;
const quotes = /[“”„«»″]/g;
/** Characters that are not shown, e.g. soft hyphens, divide no word. */
const format = /\p{Cf}/gu;

/** The terms of a search: words, "words in quotes", -without. Every other character only divides words. */
export function parseSearch(search: string): SearchTerm[] {
  const chunks = search.replaceAll(format, '').replaceAll(quotes, '"').match(chunkPattern) ?? [];
  return chunks.flatMap((chunk) => {
    const words = listWords(chunk).map(({ word }) => word);
    return words.length === 0 ? [] : { words, isQuoted: /^-?"/.test(chunk), isExcluded: chunk.startsWith('-') };
  });
}

/** A typed or pasted text without what no request may contain, such as NUL and halves of characters. */
export const toSearch = (typed: string): string => typed.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim();

/** Why a text can not be searched, for its form; undefined where it can, or is blank. */
export function findSearchFault(search: string): string | undefined {
  if (search.trim() === '') return undefined;
  if (search.length > maxSearchLength) return `Search for at most ${maxSearchLength} characters.`;
  const terms = parseSearch(search);
  if (terms.every(({ isExcluded }) => isExcluded)) return 'Enter a word to search for.';
  const count = terms.reduce((sum, { words }) => sum + countWords(words), 0);
  return count > maxSearchWords ? `Search for at most ${maxSearchWords} words.` : undefined;
}
