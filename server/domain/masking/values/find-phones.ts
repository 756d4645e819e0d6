import { getCountries, getCountryCallingCode, isValidPhoneNumber } from 'libphonenumber-js/min';
import { findPlus, type Run, type Window } from './digit-runs.ts';
import type { FoundValue, Match } from './found-value.ts';
import { isInUuid } from './is-in-uuid.ts';
import { isPlanned, nearCodes } from './numbering-plans.ts';
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
  return findLocal(run, windows, isListed(text, group.start, found) ? { ...words, phone: 1 } : words);
}

/** Between numbers of a list, and between an old and a new one. */
const listSign =
  /^[\s)"'»“”.]*(?:[,;/&|]|-?->|=>|→|(?:,\s*)?(?:and|or|to|into|with|by|then|ja|või|ning|ehk|asemel|und|oder|bzw\.?|sowie|in|auf|zu|durch|statt|not|nicht|mitte))[\s("'«„“]*$/i;

/** Whether it is the next one of a list of phone numbers. */
function isListed(text: string, start: number, found: readonly FoundValue[]): boolean {
  const last = found.at(-1);
  return last?.kind === 'phone' && start - last.end < 12 && listSign.test(text.slice(last.end, start));
}

/** Calling codes of countries; networks without a country are of machines and services. */
const callingCodes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));

const hasCallingCode = (digits: string) => [1, 2, 3].some((length) => callingCodes.has(digits.slice(0, length)));

/** Whether 011 is what is dialled in America before the code of a country. */
const isAmericanExit = ({ groups }: Run, first: number) =>
  groups[first]?.digits === '011' && nearCodes.has(groups[first + 1]?.digits ?? '') && groups.length > first + 3;

/** How many digits are dialled in the place of a plus. */
function toDialled(run: Run, first: number): number {
  if (run.groups[first]?.digits.startsWith('00')) return 2;
  return isAmericanExit(run, first) ? 3 : 0;
}

/** The time behind a day of a far year, `+275760-09-13T00:00`. */
const isTime = (text: string, end: number) => /^T\d\d:/.test(text.slice(end, end + 4));

interface Abroad {
  readonly first: number;
  readonly sign: string;
  /** Digits in the place of a plus. */
  readonly skipped: number;
}

const isThousands = ({ sizes }: Window) =>
  sizes.length > 1 && sizes.every((size, place) => (place === 0 ? size <= 3 : size === 3));

function findAbroad(run: Run, all: readonly Window[], { first, sign, skipped }: Abroad): Match | undefined {
  const { text, groups } = run;
  if (!hasCallingCode(joinFrom(run, first, skipped))) return undefined;
  const isValid = (window: Window) => isValidPhoneNumber(`+${toInternational(run, window, skipped)}`);
  const best = chooseWindow(
    all.filter(({ digits }) => digits.length - skipped >= 8 && digits.length - skipped <= 15),
    isValid,
  );
  if (!best) return undefined;
  const signed = (groups[first]?.start ?? 0) - sign.length;
  const end = groups[best.last]?.end ?? 0;
  // A sum of money has a plus too, and a document number two zeros.
  const isDoubtful = skipped > 0 ? !isDialled(run, best) : isThousands(best);
  const isNone = isTime(text, end) || readAfter(text, end) === 'unit';
  if (isNone || (isDoubtful && !isValid(best))) return undefined;
  if (skipped > 0 && isNumberOfThing(run, best)) return undefined;
  return { found: { kind: 'phone', ...withBracket(text, signed, end) }, next: best.last + 1 };
}

/** Whether two zeros begin the number of what stands before it: not where the code of a country stands alone before three groups. */
function isNumberOfThing({ text, groups }: Run, { first, last, sizes, digits }: Window): boolean {
  const group = groups[first];
  if (group?.digits === '011') return false;
  const code = group?.digits.slice(2) ?? '';
  const isNear = nearCodes.has(code) && digits.length >= (code.length === 3 ? 12 : 13);
  if (!group || isNear || (sizes.length > 3 && callingCodes.has(code))) return false;
  const { phone, isContact } = readBefore(text, group.start);
  return phone === Infinity && !isContact && findBefore(text, group.start, groups[last]?.end ?? 0) === 'thing';
}

/** Whether two zeros stand for a plus: behind a word for phones, or before the code of a country alone. */
function isDialled(run: Run, window: Window): boolean {
  const { text, groups } = run;
  const { first, sizes } = window;
  const group = groups[first];
  if (!group) return false;
  if (group.digits === '011') return true;
  const { phone, business } = readBefore(text, group.start);
  if (phone < Infinity) return true;
  return business === Infinity && sizes.length > 2 && callingCodes.has(group.digits.slice(2));
}

/** The longest valid one that is written as a number; else the first that is valid across cells, or is long enough. */
function chooseWindow(windows: readonly Window[], isValid: (window: Window) => boolean): Window | undefined {
  const near = windows.filter(({ gap }) => gap === 'tight');
  return near.findLast(isValid) ?? near.at(-1) ?? windows.find(isValid) ?? windows[0];
}

const joinFrom = ({ groups }: Run, first: number, skipped: number) =>
  groups
    .slice(first, first + 3)
    .map(({ digits }) => digits)
    .join('')
    .slice(skipped);

/** Without the zero that is dialled within the country, as in +44 (0)20. */
const toInternational = ({ groups }: Run, { first, last }: Window, skipped: number) =>
  groups
    .slice(first, last + 1)
    .map(({ digits }, place) => (place === 1 && digits === '0' ? '' : digits))
    .join('')
    .slice(skipped);

/** How phone numbers without a zero in front are divided, and nothing else. */
const phoneShapes = /^(?:3-3-4|2-3-2-2|3-2-2-2|1-3-5|1-3-3-2-2)$/;
const maxLocal = 13;

/** Whether a word for phones is nearer than one for something else. */
const isNamed = ({ phone, business, code }: WordsBefore) =>
  phone < Infinity && (phone <= business || business > 2) && (phone <= code || code > 1);

function findLocal(run: Run, windows: readonly Window[], words: WordsBefore): Match | undefined {
  const { text, groups } = run;
  const first = windows[0]?.first ?? 0;
  const start = groups[first]?.start ?? 0;
  const isBracketed = text[start - 1] === '(';
  if (isPiece(run, first) && !isNamed(words)) return undefined;
  const isPhone = isNamed(words) ? isNamedPhone : isDividedPhone;
  const endOf = ({ last }: Window) => groups[last]?.end ?? 0;
  let best: Window | undefined;
  for (const window of windows.filter(({ digits }) => digits.length <= maxLocal)) {
    const place = { text, start, end: endOf(window), isBracketed };
    if (isPhone(window, words, place) && (!best || isContinued(run, best, window))) best = window;
  }
  return best && { found: { kind: 'phone', ...withBracket(text, start, endOf(best)) }, next: best.last + 1 };
}

/** Whether it goes on a number that is none. */
function isPiece({ text, groups }: Run, first: number): boolean {
  const before = groups[first - 1];
  return before !== undefined && groups[first]?.gap === 'tight' && !isInUuid(text, before.start);
}

/** With the bracket before it where it is closed inside. */
const withBracket = (text: string, start: number, end: number) => ({
  start: text[start - 1] === '(' && text.slice(start, end).includes(')') ? start - 1 : start,
  end,
});

/** Whether a further group belongs to what is a phone number already. */
function isContinued({ text, groups }: Run, before: Window, { digits, gap, last }: Window): boolean {
  const between = text.slice(groups[last - 1]?.end ?? 0, groups[last]?.start ?? 0);
  const isWhole = before.digits.length >= 7 && (before.sizes.at(-1) ?? 0) >= 6;
  return gap === 'tight' && digits.length <= 12 && (!isWhole || between === '-');
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

/** `823.914` */
const thousands = /^\d{1,3}[.,]\d{3}$/;

function isNamedPhone({ digits, gap }: Window, { phone }: WordsBefore, { text, start, end }: Place): boolean {
  const least = phone === 0 && gap === 'tight' ? 5 : 7;
  if (digits.length < 7 && thousands.test(text.slice(start, end))) return false;
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
