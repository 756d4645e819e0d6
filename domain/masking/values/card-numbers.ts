import creditCardType from 'credit-card-type';

/** The digits of twice a digit, added. */
const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

export function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = digits.length - 1, isOther = false; place >= 0; place -= 1, isOther = !isOther) {
    const each = digits.charCodeAt(place) - 48;
    sum += isOther ? (doubled[each] ?? 0) : each;
  }
  return sum % 10 === 0;
}

/** Visa issued cards of 13 digits, which the library leaves out. */
const isOldVisa = (digits: string) => digits.length === 13 && digits.startsWith('4');

/** A payment card: digits of an issuer, in a length that it issues, with their check digit. */
export const isCardNumber = (digits: string) =>
  /^[2-6]/.test(digits) &&
  isLuhn(digits) &&
  (isOldVisa(digits) || creditCardType(digits).some(({ lengths }) => lengths.includes(digits.length)));

/** Whether digits may be one without regard to their check digit: in the groups of the four largest issuers, or in one. */
export const isCardLike = (digits: string, sizes: readonly number[]): boolean =>
  /^(?:4|5[1-5]|2[2-7])\d{14,15}$|^3[47]\d{13}$/.test(digits) && /^(?:16|15|4-4-4-4|4-6-5)$/.test(sizes.join('-'));
