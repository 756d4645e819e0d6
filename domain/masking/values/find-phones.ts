import { findPlus, withBracket, type Group, type Run, type Window } from './digit-runs.ts';
import { findAbroad, toDialled } from './find-abroad.ts';
import type { FoundValue, Match } from './found-value.ts';
import { isInUuid } from './is-in-uuid.ts';
import { isPlanned } from './numbering-plans.ts';
import { isFunctionWord } from './word-classes.ts';
import { isBeforeThing, readAfter } from './words-after.ts';
import { findBefore, readBefore, type WordsBefore } from './words-before.ts';

/**
 * A phone number: with the code of a country, by the words beside it, or divided as one.
 * @param windows of the group where it begins
 * @param found before it
 */
export function findPhone(run: Run, windows: readonly Window[], found: readonly FoundValue[]): Match | undefined {
  const { text, groups } = run;
  const first = windows[0]?.first ?? 0;
  const group = groups[first];
  if (!group || (windows.at(-1)?.digits.length ?? 0) < 5) return undefined;
  const sign = findPlus(run, first);
  if (sign !== undefined) return findAbroad(run, windows, { first, sign, skipped: 0 });
  const before = text.slice(Math.max(0, group.start - 2), group.start);
  if (/[\p{L}\p{N}#]$|\d[.,+]$/u.test(before)) return undefined;
  const words = readBefore(text, group.start);
  const isHyphened = /\p{L}[-_]$/u.test(before);
  if (isHyphened && words.phone > 0) return undefined;
  const skipped = toDialled(run, first);
  if (skipped > 0)
    return words.business > 1 && words.person > 0 ? findAbroad(run, windows, { first, sign: '', skipped }) : undefined;
  const near: Near = { group, before: groups[first - 1], next: groups[first + 1] };
  return findLocal(run, windows, near, isListed(text, group.start, found) ? { ...words, phone: 1 } : words);
}

/** The group where a number begins, and the ones beside it. */
interface Near {
  readonly group: Group;
  readonly before: Group | undefined;
  readonly next: Group | undefined;
}

/** Between numbers of a list, and between an old and a new one. */
const listSign =
  /^[\s)"'»“”.]*(?:[,;/&|]|-?->|=>|→|(?:,\s*)?(?:and|or|to|into|with|by|then|ja|või|ning|ehk|asemel|und|oder|bzw\.?|sowie|in|auf|zu|durch|statt|not|nicht|mitte))[\s("'«„“]*$/i;

const maxBetween = 50;

/** Whether it is the next one of a list of phone numbers: behind a sign, or begun as the last one and behind words that name no thing. */
function isListed(text: string, start: number, found: readonly FoundValue[]): boolean {
  const last = found.at(-1);
  if (last?.kind !== 'phone' || start - last.end > maxBetween) return false;
  const between = text.slice(last.end, start);
  if (between.length < 12 && listSign.test(between)) return true;
  const words = between.toLowerCase().match(/[\p{L}'’]+/gu) ?? [];
  return text[last.start] === text[start] && !/[\d\n.!?]/.test(between) && words.every(isFunctionWord);
}

/** How phone numbers without a zero in front are divided, and nothing else. */
const phoneShapes = /^(?:3-3-4|2-3-2-2|3-2-2-2|1-3-5|1-3-3-2-2)$/;
const maxLocal = 13;

/** Whether a word for phones is nearer than one for something else. */
const isNamed = ({ phone, business, code }: WordsBefore) =>
  phone < Infinity && (phone <= business || business > 2) && (phone <= code || code > 1);

/** "Call 8000123456 was escalated" */
const isSaidOf = (text: string, { start, end }: Group) =>
  thingBefore.test(text.slice(Math.max(0, start - 12), start)) && saidAfter.test(text.slice(end, end + 8));

/** Words for phones that are names of things too, directly before a number that something is said of. */
const thingBefore = /(?:^|[^\p{L}])(?:calls?|ring|sms|anrufe?|kõned?|kõnepost|voicemail|mailbox) $/iu;
const saidAfter = /^ (?:was|were|is|has|had|wurde|wird|ist|hat|on|oli|jäi)(?!\p{L})/u;

function findLocal(run: Run, windows: readonly Window[], near: Near, words: WordsBefore): Match | undefined {
  const { text, groups } = run;
  const { start } = near.group;
  const isBracketed = text[start - 1] === '(';
  const isOfPhone = isNamed(words) || isFarNamed(run, windows, words);
  if (isPiece(text, near, isOfPhone) || isSaidOf(text, near.group)) return undefined;
  const isPhone = isOfPhone ? isNamedPhone : isDividedPhone;
  const endOf = ({ last }: Window) => groups[last]?.end ?? 0;
  let best: Window | undefined;
  for (const window of windows.filter(({ digits }) => digits.length <= maxLocal)) {
    const place = { text, start, end: endOf(window), isBracketed };
    if (isPhone(window, words, place) && (!best || isContinued(run, best, window))) best = window;
  }
  return best && { found: { kind: 'phone', ...withBracket(text, start, endOf(best)) }, next: best.last + 1 };
}

/**
 * Whether a word for phones is anywhere before a number that is written as a phone number is within a country; of the name of a thing,
 * as in "The phone tree starts with Ida: 07911 …", only behind a colon, or where no thing is directly before it.
 */
function isFarNamed({ text, groups }: Run, windows: readonly Window[], words: WordsBefore): boolean {
  const { phone, isNearPhone, business, code } = words;
  if (code === 0 || !isNearPhone) return false;
  return windows.some(({ first, last, digits }) => {
    const [start, end] = [groups[first]?.start ?? 0, groups[last]?.end ?? 0];
    if (!isPlanned(digits) || !theirs.test(text.slice(start, end))) return false;
    if (phone < Infinity && business > 0) return true;
    const isAside = text.slice(start - 2, start) === ': ';
    return isAside || findBefore(text, start, end) === 'reached';
  });
}

/** Whether it goes on a number that is none: any but one behind a word for phones, and thousands, as in "1 250 000". */
function isPiece(text: string, { group, before, next }: Near, isOfPhone: boolean): boolean {
  if (!before || group.gap !== 'tight' || isInUuid(text, before.start)) return false;
  return !isOfPhone || (before.digits.length <= 3 && group.digits.length === 3 && next?.digits.length === 3);
}

/** Whether a further group belongs to what is a phone number already. */
function isContinued({ text, groups }: Run, before: Window, { digits, gap, last, sizes }: Window): boolean {
  const between = text.slice(groups[last - 1]?.end ?? 0, groups[last]?.start ?? 0);
  const isWhole = before.digits.length >= 7 && (before.sizes.at(-1) ?? 0) >= 6;
  const isSpelled = sizes.every((size) => size === 1);
  if (between === ' / ' && before.digits.length >= 7) return false;
  return gap === 'tight' && (isSpelled || (digits.length <= 12 && (!isWhole || between === '-')));
}

interface Place {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Whether it begins in a bracket. */
  readonly isBracketed: boolean;
}

function endsNumber(text: string, end: number): boolean {
  const next = text.slice(end, end + 2);
  return !/^\p{L}|^[.,]\d|^[-_]\p{L}/u.test(next) && readAfter(text, end) !== 'unit';
}

/** A day in one piece, or what begins with a year: `20261104`, `2026-172324`. */
const dated = /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|[-/]\d{3,})$/;

/** `823.914`, `312 669` */
const thousands = /^\d{1,3}[., ]\d{3}$/;

function isNamedPhone({ digits, gap }: Window, { phone }: WordsBefore, { text, start, end }: Place): boolean {
  const least = phone === 0 && gap === 'tight' ? 5 : 7;
  if (digits.length < 7 && thousands.test(text.slice(start, end))) return false;
  if (phone > 0 && (gap === 'loose' || dated.test(text.slice(start, end)))) return false;
  return digits.length >= least && !digits.startsWith('000') && endsNumber(text, end);
}

const isPossible = ({ digits, gap }: Window) => gap === 'tight' && digits.length >= 8 && digits.length <= 12;

/** Numbers in groups, of a whole country or of a mobile in Estonia. */
const theirs = /^(?:0[1-9][\d\s/().-]{8,}|5\d{3} \d{4})$/;

/** Whether it is the number of a thing, or that by which a company counts a person, who may be reached at one as well. */
function isOfThing({ text, start, end, isBracketed }: Place, { person, isOfPeople }: WordsBefore): boolean {
  // "Dr. Sommer is on duty (0170 …)", "Our neighbour has the key: 0170 …"
  const isAside = isBracketed || (theirs.test(text.slice(start, end)) && /[:,] $/.test(text.slice(start - 2, start)));
  if (isOfPeople && isAside) return false;
  const before = findBefore(text, isBracketed ? start - 1 : start, end);
  if (before === 'reached') return false;
  return before === 'thing' || person < 2 || isBeforeThing(text, end);
}

/** Not before a few more digits either, which would be shown. */
const endsWhole = (text: string, end: number) =>
  endsNumber(text, end) && !/^[ ./-]\d{1,3}(?!\d)/.test(text.slice(end, end + 5));

/** A number without a word for phones before it. */
function isDividedPhone(window: Window, words: WordsBefore, place: Place): boolean {
  const { digits, gap } = window;
  if (digits.length < 7 || !isPlanned(digits) || !endsWhole(place.text, place.end)) return false;
  if (dated.test(place.text.slice(place.start, place.end))) return false;
  if (words.isContact) return gap === 'tight';
  const after = readAfter(place.text, place.end);
  // What stands directly before it says more: the word after may be of the next number.
  if (after === 'phone') return words.business > 0;
  if (!isPossible(window) || after === 'business' || isOfThing(place, words)) return false;
  if (/^0[1-9]/.test(digits)) return words.business > 2 && isDomestic(window, place);
  return words.business === Infinity && hasLocalShape(window, place);
}

const hasLocalShape = (window: Window, place: Place) =>
  place.isBracketed && place.text[place.end] !== ')' ? hasAreaCode(window, place) : hasPhoneShape(window, place);

/** `0.51 0.23 0.45` */
const decimals = /^\d{1,3}[.,]\d+(?: \d{1,3}[.,]\d+)+$/;

/** Behind the zero that is dialled within a country; document numbers have a year in them. */
const isDomestic = ({ sizes: [area = 0, ...rest] }: Window, { text, start, end }: Place) =>
  rest.length > 0 &&
  !(area === 2 && rest.join('-') === '2-2-2') &&
  area <= 5 &&
  !decimals.test(text.slice(start, end)) &&
  !/\D(?:19|20)\d\d-/.test(text.slice(start, end));

/** (415) 555-2671 */
const hasAreaCode = ({ sizes: [area = 0, ...rest] }: Window, { text, start }: Place) =>
  rest.length > 0 && area <= 4 && text[start + area] === ')';

/** Parts have four digits, a dash and four digits too. */
const hasPhoneShape = ({ digits, sizes }: Window, { text, start, end }: Place) =>
  !digits.endsWith('000') &&
  (phoneShapes.test(sizes.join('-')) ||
    (/^5(?!000)/.test(digits) &&
      sizes.join('-') === '4-4' &&
      !text.slice(start, end).includes('-') &&
      !/^[ ./]\d/.test(text.slice(end, end + 2))));
