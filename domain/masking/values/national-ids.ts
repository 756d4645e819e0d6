import { validate as isAustrian } from 'stdnum/lib/cjs/at/vnr.js';
import { validate as isBelgianBis } from 'stdnum/lib/cjs/be/bis.js';
import { validate as isBelgian } from 'stdnum/lib/cjs/be/nn.js';
import { validate as isBulgarian } from 'stdnum/lib/cjs/bg/egn.js';
import { validate as isSwiss } from 'stdnum/lib/cjs/ch/ssn.js';
import { validate as isCzech } from 'stdnum/lib/cjs/cz/rc.js';
import { validate as isGerman } from 'stdnum/lib/cjs/de/idnr.js';
import { validate as isDanish } from 'stdnum/lib/cjs/dk/cpr.js';
import { validate as isEstonian } from 'stdnum/lib/cjs/ee/ik.js';
import { validate as isFrench } from 'stdnum/lib/cjs/fr/nir.js';
import { validate as isGreek } from 'stdnum/lib/cjs/gr/amka.js';
import { validate as isCroatian } from 'stdnum/lib/cjs/hr/oib.js';
import { validate as isIcelandic } from 'stdnum/lib/cjs/is/kennitala.js';
import { validate as isDutch } from 'stdnum/lib/cjs/nl/bsn.js';
import { validate as isNorwegian } from 'stdnum/lib/cjs/no/fodselsnummer.js';
import { validate as isPolish } from 'stdnum/lib/cjs/pl/pesel.js';
import { validate as isPortuguese } from 'stdnum/lib/cjs/pt/nif.js';
import { validate as isRomanian } from 'stdnum/lib/cjs/ro/cnp.js';
import { validate as isSwedish } from 'stdnum/lib/cjs/se/personnummer.js';
import { validate as isAmerican } from 'stdnum/lib/cjs/us/ssn.js';
import { isAccepted } from './check-digits.ts';

/**
 * How much a number says by itself: `sure` ones are ids whatever stands beside them, `strong` ones unless a word of business stands
 * directly before them, `weak` ones only where their sentence holds no such word, `form` ones, which have no check digits, only where
 * no word that may name a thing stands directly before them either, `word` ones only beside a word for ids.
 */
export type Strength = 'sure' | 'strong' | 'weak' | 'form' | 'word';

interface Rule {
  readonly length: number;
  /** Judged before the check digits: the library makes an error with its stack of each number that is none. */
  readonly isPossible: (digits: string) => boolean;
  readonly isRight: (digits: string) => boolean;
  readonly strength: Strength;
  /** How it is written where its strength is another one. */
  readonly form?: { readonly pattern: RegExp; readonly strength: Strength };
}

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isDay = (month: number, day: number) => day >= 1 && day <= (monthDays[month - 1] ?? 0);

/** @param place of the month and the day in the digits; some countries add to them */
const hasDate =
  (place: { month: number; day: number }, { monthStep = 100, dayStep = 100 } = {}) =>
  (digits: string) =>
    isDay(
      Number(digits.slice(place.month, place.month + 2)) % monthStep,
      Number(digits.slice(place.day, place.day + 2)) % dayStep,
    );

const weights = [1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Checks the last digit of an older id of Latvia, which the library does not know. Newer ones begin with 32 to 39. */
const isLatvian = (digits: string) =>
  ((1101 - weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)) % 11) % 10 === Number(digits[10]);

const newLatvian = /^3[2-9]/;

const hasKey97 = (digits: string) => 97 - (Number(digits.slice(0, 13)) % 97) === Number(digits.slice(13));

/** Answers whether digits may be the tax id of Germany, of whose first ten digits one or two are missing. */
const isGermanLike = (digits: string) => {
  const different = new Set(digits.slice(0, 10)).size;
  return digits[0] !== '0' && (different === 8 || different === 9);
};

const sixFive = /^\d{6}\D{1,3}\d{5}$/;
const sixFour = /^\d{6} ?[-+/] ?\d{4}$/;

const rules: readonly Rule[] = [
  {
    // Of Estonia and Lithuania.
    length: 11,
    isPossible: (digits) => /^[1-8]/.test(digits) && hasDate({ month: 3, day: 5 })(digits),
    isRight: (digits) => isAccepted(isEstonian, digits),
    strength: 'strong',
  },
  {
    length: 11,
    isPossible: (digits) => /^.{6}[0-2]/.test(digits) && hasDate({ month: 2, day: 0 })(digits),
    isRight: isLatvian,
    strength: 'strong',
  },
  {
    length: 11,
    isPossible: (digits) => newLatvian.test(digits),
    isRight: () => true,
    strength: 'word',
    form: { pattern: sixFive, strength: 'weak' },
  },
  {
    length: 11,
    isPossible: hasDate({ month: 2, day: 0 }, { monthStep: 40, dayStep: 40 }),
    isRight: (digits) => isAccepted(isNorwegian, digits),
    strength: 'strong',
  },
  {
    length: 11,
    isPossible: hasDate({ month: 2, day: 4 }, { monthStep: 20 }),
    isRight: (digits) => isAccepted(isPolish, digits),
    strength: 'strong',
  },
  {
    length: 11,
    isPossible: hasDate({ month: 2, day: 4 }, { monthStep: 20 }),
    isRight: (digits) => isAccepted(isBelgian, digits) || isAccepted(isBelgianBis, digits),
    strength: 'strong',
    form: { pattern: /^\d\d\.\d\d\.\d\d-\d{3}\.\d\d$/, strength: 'sure' },
  },
  { length: 11, isPossible: isGermanLike, isRight: (digits) => isAccepted(isGerman, digits), strength: 'weak' },
  {
    length: 11,
    isPossible: hasDate({ month: 2, day: 0 }),
    isRight: (digits) => isAccepted(isGreek, digits),
    strength: 'word',
  },
  { length: 11, isPossible: () => true, isRight: (digits) => isAccepted(isCroatian, digits), strength: 'word' },
  {
    length: 12,
    isPossible: (digits) => /^(?:18|19|20)/.test(digits) && hasDate({ month: 4, day: 6 }, { dayStep: 60 })(digits),
    isRight: (digits) => isAccepted(isSwedish, `${digits.slice(0, 8)}-${digits.slice(8)}`),
    strength: 'strong',
  },
  {
    length: 10,
    isPossible: hasDate({ month: 2, day: 4 }, { dayStep: 60 }),
    isRight: (digits) => isAccepted(isSwedish, `${digits.slice(0, 6)}-${digits.slice(6)}`),
    // Documents have ten digits too.
    strength: 'word',
    form: { pattern: sixFour, strength: 'strong' },
  },
  {
    // Numbers of Denmark have had no check digit since 2007, so that their form is needed.
    length: 10,
    isPossible: hasDate({ month: 2, day: 0 }),
    isRight: (digits) => isAccepted(isDanish, digits),
    strength: 'word',
    form: { pattern: /^\d{6} ?- ?\d{4}$/, strength: 'form' },
  },
  {
    length: 10,
    isPossible: hasDate({ month: 2, day: 0 }),
    isRight: (digits) => isAccepted(isIcelandic, digits),
    strength: 'word',
    form: { pattern: sixFour, strength: 'strong' },
  },
  {
    length: 10,
    isPossible: hasDate({ month: 6, day: 4 }),
    isRight: (digits) => isAccepted(isAustrian, digits),
    strength: 'word',
    form: { pattern: /^\d{4}[ -]\d{6}$/, strength: 'strong' },
  },
  {
    // Of Czechia and Slovakia.
    length: 10,
    isPossible: (digits) =>
      hasDate({ month: 2, day: 4 }, { monthStep: 50 })(digits) ||
      hasDate({ month: 2, day: 4 }, { monthStep: 20 })(digits),
    isRight: (digits) => isAccepted(isCzech, digits),
    strength: 'word',
    form: { pattern: /^\d{6} ?\/ ?\d{4}$/, strength: 'strong' },
  },
  {
    length: 10,
    isPossible: hasDate({ month: 2, day: 4 }, { monthStep: 20 }),
    isRight: (digits) => isAccepted(isBulgarian, digits),
    strength: 'word',
  },
  {
    length: 13,
    isPossible: (digits) => /^[1-9]/.test(digits) && hasDate({ month: 3, day: 5 })(digits),
    isRight: (digits) => isAccepted(isRomanian, digits),
    strength: 'word',
  },
  {
    length: 13,
    isPossible: (digits) => digits.startsWith('756'),
    isRight: (digits) => isAccepted(isSwiss, digits),
    strength: 'strong',
    form: { pattern: /^756\.\d{4}\.\d{4}\.\d\d$/, strength: 'sure' },
  },
  {
    length: 15,
    isPossible: (digits) => /^[12]\d\d(?:0[1-9]|1[0-2]|[2-9]\d)/.test(digits) && hasKey97(digits),
    isRight: (digits) => isAccepted(isFrench, digits),
    strength: 'strong',
  },
  { length: 9, isPossible: () => true, isRight: (digits) => isAccepted(isDutch, digits), strength: 'word' },
  { length: 9, isPossible: () => true, isRight: (digits) => isAccepted(isPortuguese, digits), strength: 'word' },
  {
    length: 9,
    isPossible: (digits) => !/^(?:000|666|9)/.test(digits),
    isRight: (digits) => isAccepted(isAmerican, digits),
    strength: 'word',
    form: { pattern: /^\d{3}-\d{2}-\d{4}$/, strength: 'form' },
  },
];

const byLength = Map.groupBy(rules, ({ length }) => length);
const strengths: readonly Strength[] = ['sure', 'strong', 'weak', 'form', 'word'];

/** The length of most ids, and how Germany divides its own for taxes. */
const elevenDigits = /^\d{11}$|^\d{2} \d{3} \d{3} \d{3}$/;

/** Whether digits may be an id without regard to their check digits: with a possible date, the beginning of a country, or eleven digits. */
export const isIdLike = (digits: string, written: string): boolean =>
  elevenDigits.test(written) ||
  (digits.length > 9 && (byLength.get(digits.length) ?? []).some((rule) => rule.isPossible(digits)));

/**
 * How much a number says that it is the id of a person; undefined where it is none.
 * @param written with its separators
 * @param isNamed whether a word for ids is beside it, asked where a number needs one
 */
export function findStrength(digits: string, written: string, isNamed: () => boolean): Strength | undefined {
  const possible = (byLength.get(digits.length) ?? []).filter(({ isPossible }) => isPossible(digits));
  const judged = possible.map(({ isRight, strength, form }) => ({
    isRight,
    strength: form?.pattern.test(written) ? form.strength : strength,
  }));
  return strengths.find(
    (strength) =>
      judged.some((each) => each.strength === strength) &&
      (strength !== 'word' || isNamed()) &&
      judged.some((each) => each.strength === strength && each.isRight(digits)),
  );
}
