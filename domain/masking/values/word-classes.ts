import { words } from './words.ts';

/**
 * Meaning of a word for a number beside it. `code` may be of a person or of a thing, `own` says whose it is, and `none` says
 * nothing, as "number" alone. A `pass` is a passport or an identity card.
 */
export type WordClass = 'phone' | 'id' | 'pass' | 'card' | 'business' | 'person' | 'code' | 'own' | 'none';

type Row = keyof typeof words;

const listRow = (row: Row): string[] => Object.values(words[row]).flatMap((each) => each.trim().split(/\s+/));

/** Rows that say what a number is. */
const evidentRows = ['phone', 'pass', 'id', 'card', 'person', 'business'] as const;

/** The words without stars, and the two that are one without what divides them. */
const listWhole = (row: Row): string[] =>
  listRow(row)
    .filter((each) => !each.includes('*'))
    .map((each) => each.replace('+', ''));

const toSource = (word: string) =>
  `${word.startsWith('*') ? '' : '^'}${word.replaceAll('*', '')}${word.endsWith('*') ? '' : '$'}`;

/** The longest first, because the first one that is there counts. */
const toStarred = (row: Row): string =>
  listRow(row)
    .filter((each) => each.includes('*'))
    .toSorted((one, other) => other.length - one.length)
    .map(toSource)
    .join('|');

const toSet = (row: Row): ReadonlySet<string> => new Set(listWhole(row));

/** Two words that are read as one, without what divides them. */
export const joined: ReadonlySet<string> = new Set(
  (Object.keys(words) as Row[]).flatMap((row) =>
    listRow(row)
      .filter((each) => each.includes('+'))
      .map((each) => each.replace('+', '')),
  ),
);

export const pronouns = toSet('pronoun');
export const reachedAt = toSet('reached');
export const writing = toSet('writing');
export const phonePlaces = toSet('place');
export const units = toSet('unit');
export const topics = toSet('topic');
const numberWords = toSet('number');
const functionWords = toSet('function');
const ofThings = toSet('ofThings');
const relatives = toSet('relative');

/** Finds the words of a row, and may find what is none: a text without a match holds none of them. */
export const toHint = (row: Row): RegExp =>
  new RegExp(
    listRow(row)
      .map((each) => `${each.replaceAll('*', '').replace('+', '[ /-]')}${each.endsWith('*') ? '' : '(?![a-z])'}`)
      .join('|'),
    'i',
  );

/** Keeps what a function finds of words: those of texts are few, and the same ones stand beside most numbers. */
function keep<Found extends string | boolean>(find: (word: string) => Found): (word: string) => Found {
  const known = new Map<string, Found>();
  return (word) => {
    const kept = known.get(word);
    if (kept !== undefined) return kept;
    if (known.size >= maxKnown) known.clear();
    const found = find(word.slice(0, maxKnownLength));
    if (word.length <= maxKnownLength) known.set(word, found);
    return found;
  };
}
const maxKnown = 5000;
const maxKnownLength = 40;

/** Compounds of what people do. */
const roleEnd = new RegExp(`\\p{L}{2}(?:${toStarred('relative')})`, 'u');
/** Endings of Estonian, "naabrilt", of women in German, and "driver's". */
const caseEnd = /(?:le?|lt|ga|st|sse|ks|d|te|tele|tel|telt|tega|in|['’]s)$/u;

/** Whether a word is for a person, or of one. */
export const isRelative = keep((word: string): boolean => {
  const stem = word.replace(caseEnd, '');
  return [word, stem].some((each) => relatives.has(each) || roleEnd.test(each));
});

/** Whether a word for phones is the first of the name of a thing, as in "SMS quota". */
export const isOfThings = (word: string): boolean => ofThings.has(word) || word.endsWith('mise');

/** Among the words that say nothing of a number, the ones that mean one. */
export const isNumberWord = (word: string): boolean => numberWords.has(word);

/** Whether a word is none that may name a thing: the lists of such words are whole, those of nouns never are. */
export function isFunctionWord(word: string): boolean {
  if (functionWords.has(word) || pronouns.has(word) || reachedAt.has(word)) return true;
  const name = toWordClass(word);
  return name === 'none' || name === 'own' || contracted.test(word);
}

/** "It's", "here's" */
const contracted = /^(?:i|it|he|she|that|there|here|what|you|we|they|who)['’](?:s|m|re|ll|ve|d)$/;

/** A word of several rows is of the last. */
const exact = new Map<string, WordClass>(
  (
    [
      ...evidentRows.map((row) => [row, row] as const),
      ['code', 'code'],
      ['own', 'own'],
      ['number', 'none'],
      ['filler', 'none'],
      ['relative', 'own'],
    ] as const
  ).flatMap(([row, name]) => listWhole(row).map((word): [string, WordClass] => [word, name])),
);

/** "Kontaktiks", "passile": Estonian has fourteen cases. */
const inflectedEnd = /(?<=\p{L}{3})[aeiu]?(?:ks|lt?|le|ga|st?|sse)$/u;
const inflectable = new Map<string, WordClass>(
  (['phone', 'pass', 'id', 'card'] as const).flatMap((row) =>
    `${words[row].et} ${words[row].all}`.split(/\s+/).map((word): [string, WordClass] => [word, row]),
  ),
);

const stemPattern = new RegExp(evidentRows.map((row) => `(?<${row}>${toStarred(row)})`).join('|'), 'g');

/** Numbers of anything: those of people are found before. */
const numbered = /^(?!(?:privat|notfall|notruf|dienst|maksu))\p{L}{3,}(?:nummer|number|numbri?|brief|schein)$/u;

const phoneNouns = /^(?:telef[oó]n|telephon|mobii?l|handy|telefax|fax|faks|sms|whatsapp|rückruf|anruf|kõne)$/;
/** How words for phones end, by inflection and in compounds; other compounds are things, as "Mobilkran" and "Telefonkosten". */
const phoneEnd =
  /^(?:(?!ne$|se$)\p{L}{0,3}|its\p{L}*|ide\p{L}{0,3}|usis|ajam|i?er(?:en|e|s?t|ten?)|isch\p{L}*|at(?:es?|en?)?|[ei]?n(?:um|r)\p{L}*|.*(?:ansch|verbind|kontakt|dienst|zentral|konf|funk|beantw|bitte|wunsch|vast|keskus|post|konsult|nõu|sprechst|berat|auskunft)\p{L}*)$/u;

/** Whether a compound that begins with a phone is the name of something else. */
const isThingOfPhones = (stem: string, end: string) => phoneNouns.test(stem) && !phoneEnd.test(end);

/** Whether a word says phone, be it the first part of the name of a thing. */
export const saysPhone = (word: string): boolean => toWordClass(word) === 'phone' || phoneStart.test(word);
const phoneStart = /^(?:telefon|telephon|phone|handy|mobiil)/;

function findClass(word: string): WordClass | undefined {
  const found = exact.get(word);
  if (found) return found;
  const last = [...word.matchAll(stemPattern)].at(-1);
  const name = evidentRows.find((row) => last?.groups?.[row] !== undefined);
  if (name === 'phone' && last && isThingOfPhones(last[0], word.slice(last.index + last[0].length))) return undefined;
  if (name) return name;
  const inflected = inflectedEnd.test(word) ? inflectable.get(word.replace(inflectedEnd, '')) : undefined;
  if (inflected) return inflected;
  if (isRelative(word)) return 'own';
  return numbered.test(word) ? 'business' : undefined;
}

const other = 'other';
const keepClass = keep((word) => findClass(word) ?? other);

/** The class of a word in lower case; undefined for any other word. */
export function toWordClass(word: string): WordClass | undefined {
  const code = word.charCodeAt(0);
  if (code >= 48 && code < 58) return undefined;
  const name = keepClass(word);
  return name === other ? undefined : name;
}
