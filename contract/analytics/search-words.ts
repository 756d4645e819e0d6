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

const wordPattern =
  /[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gv;
const plainPattern = /[a-z0-9]+/gi;
const isAscii = (text: string) => !/[^\x20-\x7e\t\n\r]/.test(text);
/** Longer words are cut, e.g. the bytes of a picture. */
const maxWordLength = 64;

/** Letters and digits that stand together, in lower case; a character of Chinese or Japanese is a word. */
export function listWords(text: string): Word[] {
  const isPlain = isAscii(text);
  return Array.from(text.matchAll(isPlain ? plainPattern : wordPattern), ({ 0: found, index: start }) => {
    const word = (isPlain ? found : found.normalize('NFKC')).toLowerCase().slice(0, maxWordLength);
    return { word, start, end: start + found.length };
  });
}

/** One word, or several that stand one after the other. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** Found conversations do not contain it. */
  readonly isExcluded: boolean;
}

const chunkPattern = /-?"[^"]*"?|[^\s"]+/g;
const quotes = /[“”„«»″]/g;

/** The terms of a search: words, "words in quotes", -without. Every other character only divides words. */
export function parseSearch(search: string): SearchTerm[] {
  const chunks = search.replaceAll(quotes, '"').match(chunkPattern) ?? [];
  return chunks.flatMap((chunk) => {
    const words = listWords(chunk).map(({ word }) => word);
    return words.length === 0 ? [] : { words, isExcluded: chunk.startsWith('-') };
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
  const count = terms.reduce((sum, { words }) => sum + words.length, 0);
  return count > maxSearchWords ? `Search for at most ${maxSearchWords} words.` : undefined;
}
