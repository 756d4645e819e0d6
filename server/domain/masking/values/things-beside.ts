import { isRelative, pronouns, reachedAt } from './function-words.ts';
import { isFunctionWord, toWordClass } from './word-classes.ts';

/** The word that a number stands directly behind, with what stands before that. */
const wordBefore =
  /(?<before>^|(?<=\.)-|[^\p{L}\p{N}'’_-])(?<word>\p{L}[\p{L}\p{N}'’_-]+)(?:[^\S\n]?(?:\.-|[.:#=№"'(*]{0,2})|(?<=\d),)[^\S\n]{0,2}$/u;
/** Another number, before a word as "and". */
const numberBefore = /\d[\d\s.,;&/()+-]*$/;
const maxReach = 60;
const isCapital = (word: string) => /^\p{Lu}\p{Ll}+$/u.test(word);
const endsSegment = /^[)"']?\s*(?:$|[\n\r,;.|!?)])/;

/**
 * Finds what a number stands directly behind: a word that may name a thing, whatever it is, because "Flurnok 0171 234 567" is the
 * number of a Flurnok; "at" and the like, by which people are reached; or neither. Nothing but first and last name before it is a person.
 */
export function findBefore(text: string, start: number, end: number): 'thing' | 'reached' | undefined {
  let before = text.slice(Math.max(0, start - maxReach), start);
  for (let isFirst = true; ; isFirst = false) {
    if (!isFirst) before = before.replace(numberBefore, '');
    const found = wordBefore.exec(before);
    const word = found?.groups?.['word'];
    if (!found || word === undefined) return undefined;
    before = before.slice(0, found.index + (found.groups?.['before']?.length ?? 0));
    const plain = word.toLowerCase();
    if (reachedAt.has(plain)) return 'reached';
    if (!isFunctionWord(plain)) return isPerson(before, word, text.slice(end, end + 8)) ? undefined : 'thing';
  }
}

function isPerson(before: string, word: string, after: string): boolean {
  const last = wordBefore.exec(before)?.groups?.['word'];
  if (last === undefined || !isCapital(word)) return false;
  if (isRelative(last.toLowerCase())) return true;
  return isCapital(last) && !isFunctionWord(last.toLowerCase()) && endsSegment.test(after);
}

const wordsAfter = 8;

/** Whether a sentence goes on behind a number without a word for phones or people, as in "0171 234 567 is the wrong one". */
export function isBeforeThing(text: string, end: number): boolean {
  // "0171 234567 e: …"
  if (/^\s+\p{L}{1,12}:/u.test(text.slice(end, end + 20))) return false;
  const sentence = /^\s+(?=\p{L})[^\n.!?;|]*/u.exec(text.slice(end, end + maxReach))?.[0] ?? '';
  const words = sentence.match(/[\p{L}'’-]+/gu)?.slice(0, wordsAfter) ?? [];
  if (words.length === 0 || (words.length <= 2 && words.every(isCapital))) return false;
  // "then 0171 234 567 it is"
  if (words.every((word) => isFunctionWord(word.toLowerCase()))) return false;
  return words.every((word) => {
    const plain = word.toLowerCase();
    const name = toWordClass(plain);
    return name !== 'phone' && name !== 'own' && !pronouns.has(plain);
  });
}
