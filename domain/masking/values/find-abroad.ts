import { getCountries, getCountryCallingCode, isValidPhoneNumber } from 'libphonenumber-js/min';
import { listBetween, withBracket, type Run, type Window } from './digit-runs.ts';
import type { Match } from './found-value.ts';
import { nearCodes } from './numbering-plans.ts';
import { readAfter } from './words-after.ts';
import { findBefore, readBefore } from './words-before.ts';

/** Calling codes of countries; networks without a country are of machines and services. */
const callingCodes = new Set<string>(getCountries().map((country) => getCountryCallingCode(country)));

/** Whether a phone of a satellite or a ship is named directly before its number. */
const isOfNetwork = ({ text, groups }: Run, first: number, dialled: string) =>
  /^8(?:70|8[1-3])/.test(dialled) && readBefore(text, groups[first]?.start ?? 0).phone === 0;

const hasCallingCode = (digits: string) => [1, 2, 3].some((length) => callingCodes.has(digits.slice(0, length)));

/** Whether 011 is what is dialled in America before the code of a country. */
const isAmericanExit = ({ groups }: Run, first: number) =>
  groups[first]?.digits === '011' && nearCodes.has(groups[first + 1]?.digits ?? '') && groups.length > first + 3;

/** How many digits are dialled in the place of a plus. */
export function toDialled(run: Run, first: number): number {
  if (run.groups[first]?.digits.startsWith('00')) return 2;
  return isAmericanExit(run, first) ? 3 : 0;
}

/** The time behind a day of a far year, `+275760-09-13T00:00`. */
const isTime = (text: string, end: number) => /^T\d\d:/.test(text.slice(end, end + 4));

export interface Abroad {
  readonly first: number;
  readonly sign: string;
  /** Digits in the place of a plus. */
  readonly skipped: number;
}

const isThousands = ({ sizes }: Window) =>
  sizes.length > 1 && sizes.every((size, place) => (place === 0 ? size <= 3 : size === 3));

export function findAbroad(run: Run, all: readonly Window[], { first, sign, skipped }: Abroad): Match | undefined {
  const { text, groups } = run;
  const dialled = joinFrom(run, first, skipped);
  if (!hasCallingCode(dialled) && !isOfNetwork(run, first, dialled)) return undefined;
  const isValid = (window: Window) => isValidPhoneNumber(`+${toInternational(run, window, skipped)}`);
  const best = chooseWindow(
    run,
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

/**
 * The longest valid one that is written as a number, or is broken by one sign; else the first that is valid across cells, or is long
 * enough.
 */
function chooseWindow(run: Run, windows: readonly Window[], isValid: (window: Window) => boolean): Window | undefined {
  const near = windows.filter(({ gap }) => gap === 'tight');
  const chosen = near.findLast(isValid) ?? near.at(-1) ?? windows.find(isValid) ?? windows[0];
  const from = chosen && windows.indexOf(chosen);
  // The sign that divides it goes on dividing it.
  const broken = windows.filter((window, at) => from !== undefined && at > from && isBroken(run, window));
  return broken.findLast(isValid) ?? chosen;
}

/** "+44 7700_900_123": one sign behind the code of the country. */
function isBroken(run: Run, window: Window): boolean {
  const [, ...signs] = listBetween(run, window);
  return signs.length > 1 && new Set(signs).size === 1;
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
