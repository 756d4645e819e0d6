import {
  isFunctionWord,
  phonePlaces,
  pronouns,
  reachedAt,
  toWordClass,
  writing,
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
  /** Whether people are asked to call or to write to it ("text me at"), or it stands behind a place with a phone ("office"). */
  readonly isContact: boolean;
}

const maxReach = 80;
const maxWords = 7;
/** "Direct line" and "S/N" are one word, because their parts say something else. */
const token =
  /\b(?:direct|phone|emergency|land|help|hot)[ -]lines?\b|\bcall[ -]cent(?:er|re)\b|\bcontact person\b|\bon (?:file|record)\b|\b[SP]\/N\b|[\p{L}\p{N}]+|[.!?]+(?=\s)|\n/giu;

/** An abbreviation ends in a full stop as a sentence does, and is shorter. */
const maxAbbreviation = 5;

const none = {
  phone: Infinity,
  id: Infinity,
  card: Infinity,
  business: Infinity,
  person: Infinity,
  code: Infinity,
  isContact: false,
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

/** The words before a place, in its sentence, nearest first. Another number ends them. */
export const readBefore = (text: string, start: number): WordsBefore =>
  hasNumberBefore(text, start) ? none : readWords(text, start);

/** "T: 030 1234567, M: …" of signatures. */
const letterLabel = /(?:^|[\s,;|(])(?:[TMF]|Ph|Tf|Fx)[.:] ?\(?$/;

/** "Jaan Tamm, " at the beginning of what a line says. */
const fullName = /(?:^|[\n.;:] ?)(?:(?:\p{Lu}[\p{Ll}-]+|proua|härra|preili) ){1,2}\p{Lu}[\p{Ll}-]+, \(?$/u;

interface Noted {
  readonly evidence: WordClass | undefined;
  readonly distance: number;
  readonly isOfKey: boolean;
}

function note(
  found: { -readonly [Name in keyof WordsBefore]: WordsBefore[Name] },
  { evidence, distance, isOfKey }: Noted,
): void {
  if (!evidence || evidence === 'own' || evidence === 'none' || (evidence === 'business' && isOfKey)) return;
  if (found[evidence] === Infinity) found[evidence] = distance;
}

function readWords(text: string, start: number): WordsBefore {
  const found = { ...none };
  const words = [...listWordsBefore(text, start)].map(({ word, isOfKey }) => {
    const plain = toPlain(word);
    return { plain, name: toWordClass(plain), isOfKey, isDigits: /^\d+$/.test(word) };
  });
  let distance = 0;
  let isNumbered = false;
  for (const { plain, name, isOfKey, isDigits } of words) {
    if (pronouns.has(plain) && name !== 'own') continue;
    // "My number" is a phone number, and "the number" any.
    const evidence = name === 'own' && isNumbered && distance === 0 ? 'phone' : name;
    if (evidence === 'none') isNumbered ||= isNumberWord(plain);
    else {
      note(found, { evidence, distance, isOfKey });
      // A code is that of the word before it, and a number of the one before that.
      if (evidence !== 'code' && !isDigits) distance += 1;
    }
    if (distance === maxWords) break;
  }
  return { ...found, isContact: isContact(words) || isSigned(text, start) };
}

/** A number behind a letter or a full name, as in signatures. */
function isSigned(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - maxReach), start);
  return letterLabel.test(before) || fullName.test(before);
}

interface ReadWord {
  readonly plain: string;
  readonly name: WordClass | undefined;
}

/** @param words nearest first */
function isContact(words: readonly ReadWord[]): boolean {
  // "My number changed to"
  const isOwn = words.some(
    ({ name }, at) => name === 'own' && words[at - 1]?.name === 'none' && isNumberWord(words[at - 1]?.plain ?? ''),
  );
  return isOwn || isAskedFor(words);
}

/** Whether the words directly before a number ask to be called or written to, or name a place with a phone. */
function isAskedFor(words: readonly ReadWord[]): boolean {
  let hasReached = false;
  let hasPronoun = false;
  for (const [at, { plain }] of words.entries()) {
    if (pronouns.has(plain)) {
      if (hasReached) return true;
      hasPronoun = true;
    } else if (writing.has(plain) && hasPronoun) return true;
    else if (phonePlaces.has(plain) && !hasReached)
      return words.slice(0, at).every((each) => isFunctionWord(each.plain));
    if (!isFunctionWord(plain)) return false;
    hasReached ||= reachedAt.has(plain);
  }
  return false;
}

/** Among the words that say nothing of a number, the ones that mean one. */
const isNumberWord = (word: string) => /^(?:n|н|čís|szám)/.test(word);

const toPlain = (word: string) => word.toLowerCase().replaceAll(/[ /-]/g, '');

interface WordBefore {
  readonly word: string;
  /** In JSON, before the quotes in which the number stands: a field called `note` or `size` says nothing of its text. */
  readonly isOfKey: boolean;
}

const beginsJsonText = /["']\s*[:,]\s*\[?\s*["']|[[{]\s*["']/g;

function* listWordsBefore(text: string, start: number): Generator<WordBefore> {
  const before = text.slice(Math.max(0, start - maxReach), start);
  const places = [...before.matchAll(token)];
  const tokens = places.map(([each]) => each);
  const jsonText = [...before.matchAll(beginsJsonText)].at(-1)?.index ?? -1;
  let hasWord = false;
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const each = tokens[at] ?? '';
    if (/\d{5}/.test(each)) return;
    if (/[\p{L}\p{N}]/u.test(each)) {
      hasWord ||= toWordClass(toPlain(each)) !== 'none';
      yield { word: each, isOfKey: (places[at]?.index ?? 0) < jsonText };
    } else if (hasWord && (each === '\n' || (tokens[at - 1]?.length ?? 0) > maxAbbreviation)) return;
  }
}

const after = /^[\s)\]"',:=-]{0,4}[\p{L}€$£%°]+(?:[\s-]\p{L}+){0,3}/u;

const units = new Set(
  `€ $ £ % ° eur euro euros eurot eurost usd gbp sek nok dkk pln chf kg g t mm cm m m2 m3 km l ml kwh mwh kb mb gb ms s pcs pc tk stk
  st stück pieces units items rows times hours hrs h days päeva tage stunden tundi einheiten ühikut tükki metres meters tonnes`.split(
    /\s+/,
  ),
);

/** Classifies the words directly behind a place; `unit` is what makes a quantity of the number before it. */
export function readAfter(text: string, end: number): WordClass | 'unit' | undefined {
  // In JSON, what follows is the next field.
  if (/^["']\s*[:,\]}]/.test(text.slice(end, end + 4))) return undefined;
  const words =
    after
      .exec(text.slice(end, end + 40))?.[0]
      .toLowerCase()
      .match(/\p{L}+|[€$£%°]/gu) ?? [];
  if (units.has(words[0] ?? '')) return 'unit';
  const classes = words.map(toWordClass);
  // "is my number"
  if (classes.some((each, at) => each === 'own' && classes[at + 1] === 'none' && isNumberWord(words[at + 1] ?? '')))
    return 'phone';
  const first = classes.find((each) => each !== 'none' && each !== 'own');
  return first === 'phone' || first === classes[0] ? first : undefined;
}
