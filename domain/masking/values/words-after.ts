import { isCapital } from './sentence-words.ts';
import { isFunctionWord, isNumberWord, pronouns, toWordClass, units, type WordClass } from './word-classes.ts';

const after = /^[\s)\]"':=-]{0,4}[\p{L}€$£%°]+(?:[\s-]\p{L}+){0,3}/u;
/** A letter in the next line, or before a colon, begins what follows ("T: … M: …"). */
const unitAfter = /^[^\S\n]{0,4}[)\]"',:=-]{0,2}[^\S\n]{0,2}(?<unit>[€$£%°]|\p{L}+\d?)(?![\p{L}\d]|\s?:)/u;

/** Behind a number that is to be called: "ask for Mari", "küsi Marit", "verständigen". */
const calledAfter =
  /^[\s)\].,;:-]{0,4}(?:and |then |ja |und |dann )?(?:(?:to )?ask (?:for|to)|küsi(?:ge|da)?|fragen sie|fragt? nach|verlangen|verständigen|benachrichtigen|teavita(?:ge|da)?)(?!\p{L})/iu;

/** "5331 207, mobile." */
const lastAfter = /^,\s?(?<word>\p{L}+)\s?(?:[.;)\n]|$)/u;

/** Classifies the words directly behind a place; `unit` is what makes a quantity of the number before it. */
export function readAfter(text: string, end: number): WordClass | 'unit' | undefined {
  // In JSON, what follows is the next field.
  if (/^["']\s*[:,\]}]/.test(text.slice(end, end + 4))) return undefined;
  const behind = text.slice(end, end + 40);
  return isToCall(behind) ? 'phone' : readWords(behind);
}

function isToCall(behind: string): boolean {
  if (calledAfter.test(behind)) return true;
  const last = lastAfter.exec(behind)?.groups?.['word'];
  return last !== undefined && toWordClass(last.toLowerCase()) === 'phone';
}

function readWords(behind: string): WordClass | 'unit' | undefined {
  const found = after.exec(behind)?.[0].toLowerCase();
  const words = found?.match(/\p{L}+|[€$£%°]/gu) ?? [];
  if (!units.has(words[0] ?? '')) return judge(words);
  return units.has(unitAfter.exec(behind)?.groups?.['unit']?.toLowerCase() ?? '') ? 'unit' : undefined;
}

function judge(words: readonly string[]): WordClass | undefined {
  const classes = words.map((word) =>
    word === 'reached' ? undefined : (toWordClass(word) ?? (isFunctionWord(word) ? 'none' : undefined)),
  );
  // "is my number"
  if (classes.some((each, at) => each === 'own' && classes[at + 1] === 'none' && isNumberWord(words[at + 1] ?? '')))
    return 'phone';
  const place = classes.findIndex((each) => each !== 'none' && each !== 'own');
  const first = classes[place];
  // "is her German mobile"
  if (first === undefined && place > 0 && classes[place + 1] === 'phone') return 'phone';
  return first === 'phone' || first === 'pass' || place === 0 ? first : undefined;
}

const maxReach = 60;
const maxWords = 8;

/** Whether a sentence goes on behind a number without a word for phones or people, as in "0171 234 567 is the wrong one". */
export function isBeforeThing(text: string, end: number): boolean {
  // "0171 234567 e: …"
  if (/^\s+\p{L}{1,12}:/u.test(text.slice(end, end + 20))) return false;
  const sentence = /^\s+(?=\p{L})[^\n.!?;|]*/u.exec(text.slice(end, end + maxReach))?.[0] ?? '';
  const words = sentence.match(/[\p{L}'’-]+/gu)?.slice(0, maxWords) ?? [];
  if (words.length === 0 || (words.length <= 2 && words.every(isCapital))) return false;
  // "then 0171 234 567 it is"
  if (words.every((word) => isFunctionWord(word.toLowerCase()))) return false;
  return words.every((word) => {
    const plain = word.toLowerCase();
    const name = toWordClass(plain);
    return name !== 'phone' && name !== 'own' && !pronouns.has(plain);
  });
}
