interface OwnCheck {
  /** Shape of the numbers, without spaces, dots and hyphens. */
  readonly pattern: RegExp;
  /** Whether the check digits of a number of that shape are right. */
  readonly isRight: (plain: string) => boolean;
}

const sum = (digits: string, weightOf: (place: number) => number) =>
  [...digits].reduce((total, digit, place) => total + Number(digit) * weightOf(place), 0);

/** Belgium gives numbers with a leading 1 since 2023. */
const belgian: OwnCheck = {
  pattern: /^BE1\d{9}$/,
  isRight: (plain) => 97 - (Number(plain.slice(2, 10)) % 97) === Number(plain.slice(10)),
};

const irishLetters = 'WABCDEFGHIJKLMNOPQRSTUV';

/**
 * Ireland: seven digits, a check letter and since 2013 a second letter, which counts nine times; before, a letter or sign stands for
 * the second digit, the first digit counts last. A second `W` (of a husband's number) counts nothing.
 */
const irish: OwnCheck = {
  pattern: /^IE(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
  isRight(plain) {
    const [, number = '', letter = '', second = 'W'] = /^IE(.{7})(.)(.)?$/.exec(plain) ?? [];
    const digits = /^\d+$/.test(number) ? number : `0${number.slice(2)}${number.charAt(0)}`;
    const total = sum(digits, (place) => 8 - place) + 9 * irishLetters.indexOf(second);
    return irishLetters[total % 23] === letter;
  },
};

const cypriotOdd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];

/** Cyprus: any first digit, as the tax office numbers on; none begins with 12. */
const cypriot: OwnCheck = {
  pattern: /^CY(?!12)\d{8}[A-Z]$/,
  isRight(plain) {
    const digits = Array.from(plain.slice(2, 10), Number);
    const total = digits.reduce((all, digit, place) => all + (place % 2 === 0 ? (cypriotOdd[digit] ?? 0) : digit), 0);
    return String.fromCodePoint(65 + (total % 26)) === plain.at(-1);
  },
};

const spanishLetters = 'JABCDEFGHI';

/** Spain: a letter as the check digit also of civil partnerships (J), unions of companies (U) and other kinds (V). */
const spanish: OwnCheck = {
  pattern: /^ES[JUV]\d{7}[A-J]$/,
  isRight(plain) {
    const doubled = (digit: number) => (digit < 5 ? 2 * digit : 2 * digit - 9);
    const digits = Array.from(plain.slice(3, 10), Number);
    const total = digits.reduce((all, digit, place) => all + (place % 2 === 0 ? doubled(digit) : digit), 0);
    return spanishLetters[(10 - (total % 10)) % 10] === plain.at(-1);
  },
};

const checks = [belgian, irish, cypriot, spanish];

/** The check of a kind of number that is given and that the library does not know; undefined for any other. */
export const findOwnCheck = (plain: string): OwnCheck | undefined => checks.find(({ pattern }) => pattern.test(plain));
