import { isBehindSign, isContact, isOfTheirs, isOnTopic, isPhoneOfThing, isSigned } from './contact-evidence.ts';
import { isCapital, listWordsBefore, type SentenceWord } from './sentence-words.ts';
import {
  isFunctionWord,
  isNumberWord,
  isRelative,
  pronouns,
  reachedAt,
  saysPhone,
  type WordClass,
} from './word-classes.ts';

/** How many words are between a number and the nearest word of each class; Infinity where there is none. */
export interface WordsBefore {
  readonly phone: number;
  readonly id: number;
  readonly card: number;
  readonly business: number;
  readonly person: number;
  readonly code: number;
  readonly pass: number;
  /** Whether people are asked to call or to write to it ("text me at"), or it stands behind a place with a phone ("office"). */
  readonly isContact: boolean;
  /** Whether a word for phones is anywhere in its sentence, be it in the name of a thing. */
  readonly isNearPhone: boolean;
  /** Whether people are in its sentence ("Dr.", "colleague"). */
  readonly isOfPeople: boolean;
}

const maxReach = 80;
const maxWords = 7;
const none = {
  phone: Infinity,
  id: Infinity,
  card: Infinity,
  business: Infinity,
  person: Infinity,
  code: Infinity,
  pass: Infinity,
  isContact: false,
  isNearPhone: false,
  isOfPeople: false,
};

/** Whether nothing but signs divides a place from a number before it, as in lists: its words are not looked for. */
function hasNumberBefore(text: string, start: number): boolean {
  let end = start;
  while (end > 0 && isSign(text.charCodeAt(end - 1))) end -= 1;
  const least = end - 5;
  return start - end < maxReach - 5 && least >= 0 && /^\d{5}$/.test(text.slice(least, end));
}

/** Answers whether a character is of ASCII, and neither a letter nor a digit. */
const isSign = (code: number) =>
  code < 48 || (code > 57 && code < 65) || (code > 90 && code < 97) || (code > 122 && code < 128);

/** Each kind asks for the words before the same place. */
let read: { readonly text: string; readonly start: number; readonly words: WordsBefore } = {
  text: '',
  start: 0,
  words: none,
};

/** The words before a place, in its sentence, nearest first. Another number ends them. */
export function readBefore(text: string, start: number): WordsBefore {
  if (read.text !== text || read.start !== start)
    read = { text, start, words: hasNumberBefore(text, start) ? none : readWords(text, start) };
  return read.words;
}

interface Noted {
  readonly evidence: WordClass | undefined;
  readonly distance: number;
  readonly isOfKey: boolean;
}

function note(found: Found, { evidence, distance, isOfKey }: Noted): void {
  if (!evidence || evidence === 'own' || evidence === 'none' || (evidence === 'business' && isOfKey)) return;
  if (found[evidence] === Infinity) found[evidence] = distance;
}

type Found = { -readonly [Name in keyof WordsBefore]: WordsBefore[Name] };

/** "SMS reached 45 120 people" */
const toEvidence = (words: readonly SentenceWord[], at: number) =>
  words[at]?.plain === 'reached' && words.slice(0, at).every(({ plain }) => /^\d/.test(plain))
    ? undefined
    : words[at]?.name;

/** How far the nearest word of each class is. */
function findDistances(words: readonly SentenceWord[]): Found {
  const found = { ...none };
  let distance = 0;
  let isNumbered = false;
  for (const [at, { plain, name, isOfKey }] of words.entries()) {
    if (pronouns.has(plain) && name !== 'own') continue;
    // "My number" is a phone number, and "the number" any.
    const evidence = name === 'own' && isNumbered && distance === 0 ? 'phone' : toEvidence(words, at);
    if (evidence === 'none') isNumbered ||= isNumberWord(plain);
    else {
      note(found, { evidence, distance, isOfKey });
      // A code is that of the word before it, and a number of the one before that.
      if (evidence !== 'code' && !/^\d+$/.test(plain)) distance += 1;
    }
    if (distance === maxWords) break;
  }
  return found;
}

function readWords(text: string, start: number): WordsBefore {
  const words = listWordsBefore(text, start);
  const found = findDistances(words);
  if (isBehindSign(text, start)) found.phone = 0;
  else if (isPhoneOfThing(words) || isOnTopic(words)) found.phone = Infinity;
  found.isNearPhone = words.some(({ plain }) => saysPhone(plain));
  found.isOfPeople = words.some(({ plain }) => isRelative(plain));
  found.isContact =
    isContact(words, text.slice(start, start + 16)) ||
    isSigned(text, start) ||
    (text[start] === '0' && isOfTheirs(words));
  return found;
}

/** The word that a number stands directly behind, with what stands before that. */
const wordBefore =
  /(?<before>^|(?<=\.)-|[^\p{L}\p{N}'’_-])(?<word>\p{L}[\p{L}\p{N}'’_-]+)(?:[^\S\n]?(?:\.-|[.:#=№"'(*]{0,2})|(?<=\d),)[^\S\n]{0,2}$/u;
/** Another number, before a word as "and". */
const numberBefore = /\d[\d\s.,;&/()+-]*$/;
const maxBehind = 60;
const endsSegment = /^[)"']?\s*(?:$|[\n\r,;.|!?)])/;

/**
 * Finds what a number stands directly behind: a word that may name a thing, whatever it is, because "Flurnok 0171 234 567" is the
 * number of a Flurnok; "at" and the like, by which people are reached; or neither. Nothing but first and last name before it is a person.
 */
export function findBefore(text: string, start: number, end: number): 'thing' | 'reached' | undefined {
  let before = text.slice(Math.max(0, start - maxBehind), start);
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
