import { isFunctionWord, joined, toWordClass, type WordClass } from './word-classes.ts';

export interface SentenceWord {
  /** The word as it is written; two words without what divides them. */
  readonly word: string;
  /** In lower case. */
  readonly plain: string;
  /** Whether nothing but a dash divides it from the word before it. */
  readonly isJoined: boolean;
  /** In JSON, before the quotes in which the number stands: a field called `note` or `size` says nothing of its text. */
  readonly isOfKey: boolean;
  /** Class of what it says of a number; undefined for any other word. */
  readonly name: WordClass | undefined;
}

const maxReach = 80;
const maxWord = 40;
/** An abbreviation ends in a full stop as a sentence does, and is shorter. */
const maxAbbreviation = 5;

const beginsJsonText = /["']\s*[:,]\s*\[?\s*["']|[[{]\s*["']/g;

/** The last place before which words are of the names of fields. */
function findJsonText(text: string, from: number, start: number): number {
  const before = text.slice(from, start);
  if (!before.includes('"') && !before.includes("'")) return -1;
  const last = [...before.matchAll(beginsJsonText)].at(-1);
  return last ? from + last.index : -1;
}

const letter = /[\p{L}\p{N}]/u;

function isOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code > 96 && code < 123) || (code > 64 && code < 91) || (code > 47 && code < 58);
  return letter.test(text.charAt(at));
}

function findWordStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < maxWord && isOfWord(text, start - 1)) start -= 1;
  return start;
}

const endsSentence = (text: string, at: number) => /[.!?]/.test(text.charAt(at)) && /\s/.test(text.charAt(at + 1));

/** The start of the two words that are one and end here; undefined for any others. */
function findPhraseStart(text: string, start: number, plain: string): number | undefined {
  if (start === 0 || !/[ /-]/.test(text.charAt(start - 1))) return undefined;
  const first = findWordStart(text, start - 1);
  return first < start - 1 && joined.has(text.slice(first, start - 1).toLowerCase() + plain) ? first : undefined;
}

/** The words before a place, in its sentence, nearest first. Another number ends them. */
export function listWordsBefore(text: string, start: number): SentenceWord[] {
  const from = Math.max(0, start - maxReach);
  const jsonText = findJsonText(text, from, start);
  const words: SentenceWord[] = [];
  let hasWord = false;
  let at = start;
  while (at > from) {
    if (isOfWord(text, at - 1)) {
      const first = findWordStart(text, at);
      const plain = text.slice(first, at).toLowerCase();
      if (/\d{5}/.test(plain)) return words;
      const begin = findPhraseStart(text, first, plain) ?? first;
      const word = text.slice(begin, at);
      const whole = begin === first ? plain : word.toLowerCase().replaceAll(/[ /-]/g, '');
      const name = toWordClass(whole);
      hasWord ||= name === undefined ? !isFunctionWord(whole) : name !== 'none' && name !== 'own';
      words.push({ word, plain: whole, isJoined: text[begin - 1] === '-', isOfKey: begin < jsonText, name });
      at = begin;
    } else {
      if (hasWord && endsWords(text, at - 1, start)) return words;
      at -= 1;
    }
  }
  return words;
}

/** Whether a line or a sentence ends at a place. */
function endsWords(text: string, at: number, start: number): boolean {
  if (text.charCodeAt(at) === 10) return true;
  if (at + 1 >= start || !endsSentence(text, at)) return false;
  let end = at;
  while (end > 0 && /[.!?]/.test(text.charAt(end - 1))) end -= 1;
  return end - findWordStart(text, end) > maxAbbreviation;
}

/** Whether a word is written as a name is. */
export const isCapital = (word: string): boolean => /^\p{Lu}\p{Ll}+$/u.test(word);
