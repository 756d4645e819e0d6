import type { SentenceWord } from './sentence-words.ts';
import {
  isFunctionWord,
  isNumberWord,
  isOfThings,
  phonePlaces,
  pronouns,
  reachedAt,
  topics,
  writing,
} from './word-classes.ts';

const maxReach = 80;

/** "T: 030 1234567, M: …" of signatures. */
const letterLabel = /(?:^|[\s,;|(])(?:[TMF]|Ph|Tf|Fx)[.:] ?\(?$|(?:^|\n)[TMFtmf](?:: ?| )\(?$/;

/** "Jaan Tamm, " at the beginning of what a line says. */
const fullName = /(?:^|[\n.;:] ?)(?:(?:\p{Lu}[\p{Ll}-]+|proua|härra|preili) ){1,2}\p{Lu}[\p{Ll}-]+, \(?$/u;

/** A number behind a letter or a full name, as in signatures. */
export function isSigned(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - maxReach), start);
  return letterLabel.test(before) || fullName.test(before);
}

/** @param words nearest first */
export function isContact(words: readonly SentenceWord[], behind: string): boolean {
  // "My number changed to"
  const isOwn = words.some(
    ({ name }, at) => name === 'own' && words[at - 1]?.name === 'none' && isNumberWord(words[at - 1]?.plain ?? ''),
  );
  return isOwn || isForOne(words) || isAskedFor(words) || (isWritten(words[0]) && ofPerson.test(behind));
}

/** "Text 07700 900 123", where "text" is no thing */
const isWritten = (word: SentenceWord | undefined) =>
  word !== undefined && writing.has(word.plain) && word.name !== 'business';
/** Divided as within a country, or a mobile of Estonia. */
const ofPerson = /^(?:0[1-9]\d{1,4}[\s/-]\d|5\d{2,3} ?\d{4}(?!\d)|\+)/;

/** Signs for phones, as they stand before numbers. */
const phoneSign =
  /[\u260E\u260F\u2706\u{1F4DE}\u{1F4DF}\u{1F4E0}\u{1F4F1}\u{1F4F2}\u{1F57D}-\u{1F581}]\uFE0F?[\s:]{0,3}\(?$/u;

export const isBehindSign = (text: string, start: number): boolean =>
  phoneSign.test(text.slice(Math.max(0, start - 8), start));

/** Whether the word for phones that is next to a number belongs to the name of a thing, which is not that of a person. */
export function isPhoneOfThing(words: readonly SentenceWord[]): boolean {
  const at = words.findIndex(({ name }) => name === 'phone');
  // "SMS-i mall" is one of Estonian.
  const next = words.slice(0, Math.max(0, at)).findLast(({ plain }) => plain.length > 1);
  const plain = words[at]?.plain ?? '';
  return next !== undefined && next.name === undefined && isOfThings(plain) && isThing(next);
}

/** "Customer called about return": what follows is not the number that was called. */
export function isOnTopic(words: readonly SentenceWord[]): boolean {
  const at = words.findIndex(({ name }) => name === 'phone');
  return (
    !reachedAt.has(words[0]?.plain ?? '') && words.slice(0, Math.max(0, at)).some(({ plain }) => topics.has(plain))
  );
}

const isThing = ({ word, plain, isJoined }: SentenceWord) =>
  !isFunctionWord(plain) && !participle.test(plain) && (isJoined || /^\p{Ll}{3}|^\p{L}{1,3}\d/u.test(word));

/** "My phone was switched to" */
const participle = /\p{L}{2}ed$/u;

/** "The best number for me is" */
const isForOne = (words: readonly SentenceWord[]) =>
  words.some(
    ({ plain }, at) =>
      pronouns.has(plain) &&
      /^(?:for|für)$/.test(words[at + 1]?.plain ?? '') &&
      isNumberWord(words[at + 2]?.plain ?? '') &&
      words[at + 2]?.name === 'none',
  );

/** "The number of my deputy is", of what may be a person: enough for a number that is dialled within a country. */
export const isOfTheirs = (words: readonly SentenceWord[]) =>
  words.some(({ name }, at) => {
    if (name !== 'own' || words[at - 1]?.name !== undefined) return false;
    const before = words.slice(at + 1, at + 3).find(({ plain }) => plain !== 'of');
    return before?.name === 'none' && isNumberWord(before.plain);
  });

/** First and last name. */
const maxNames = 2;

const isName = ({ word, plain, name }: SentenceWord) =>
  name === undefined && /^\p{Lu}\p{Ll}/u.test(word) && !isFunctionWord(plain);

/** Whether the words directly before a number ask to be called or written to, or name a place with a phone. */
function isAskedFor(words: readonly SentenceWord[]): boolean {
  let hasReached = false;
  let hasPronoun = false;
  let names = 0;
  for (const [at, word] of words.entries()) {
    const { plain } = word;
    if (pronouns.has(plain)) {
      if (hasReached) return true;
      hasPronoun = true;
    } else if (writing.has(plain) && (hasPronoun || (hasReached && names > 0))) return true;
    else if (phonePlaces.has(plain) && !hasReached)
      return words.slice(0, at).every((each) => isFunctionWord(each.plain));
    // "Text Priya on"
    if (isName(word) && names < maxNames) names += 1;
    else if (!isFunctionWord(plain)) return false;
    hasReached ||= reachedAt.has(plain);
  }
  return false;
}
