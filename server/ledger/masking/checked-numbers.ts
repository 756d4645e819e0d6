/** Numbers that say by a checksum, or by their form, what they are. All take digits only. */

const toDigits = (text: string) => Array.from(text, Number);

const sumOf = (digits: readonly number[], weights: readonly number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0);

/** The digits of twice a digit, added. */
const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9];

export function isLuhn(text: string): boolean {
  const sum = toDigits(text)
    .toReversed()
    .reduce((total, each, index) => total + (index % 2 === 0 ? each : (doubled[each] ?? 0)), 0);
  return sum % 10 === 0;
}

/** A payment card: 13 to 19 digits of an issuer, with its check digit. */
export const isCard = (text: string) => /^[2-6]\d{12,18}$/.test(text) && isLuhn(text);

const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const isDay = (month: number, day: number) => day >= 1 && day <= (monthDays[month - 1] ?? 0);

/** Of Estonia and Lithuania: sex and century, date of birth, number, check digit. */
function isBalticCode(text: string): boolean {
  const digits = toDigits(text);
  if (!/^[1-8]/.test(text) || !isDay(Number(text.slice(3, 5)), Number(text.slice(5, 7)))) return false;
  const first = sumOf(digits, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const check = first < 10 ? first : (sumOf(digits, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11) % 10;
  return check === digits[10];
}

/** Of Latvia: date of birth and century, or 32 at the beginning; with a check digit in the older form. */
function isLatvianCode(text: string): boolean {
  const digits = toDigits(text);
  const isDated = isDay(Number(text.slice(2, 4)), Number(text.slice(0, 2))) && /^.{6}[0-2]/.test(text);
  if (!isDated && !/^3[2-9]/.test(text)) return false;
  const rest = (1101 - sumOf(digits, [1, 6, 3, 7, 9, 10, 5, 8, 4, 2])) % 11;
  return rest % 10 === digits[10];
}

/** Of Poland (PESEL); the century is in the month. */
function isPesel(text: string): boolean {
  const digits = toDigits(text);
  if (!isDay(Number(text.slice(2, 4)) % 20, Number(text.slice(4, 6)))) return false;
  return sumOf(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/** The tax id of Germany: of its first ten digits one is there twice or three times. */
function isGermanTaxId(text: string): boolean {
  const counts = Object.values(Object.groupBy(text.slice(0, 10), (each) => each)).map((each) => each?.length ?? 0);
  const repeated = counts.filter((count) => count > 1);
  if (text.startsWith('0') || repeated.length !== 1 || (repeated[0] ?? 0) > 3) return false;
  const product = toDigits(text.slice(0, 10)).reduce((before, each) => (((each + before) % 10 || 10) * 2) % 11, 10);
  return (11 - product) % 10 === Number(text[10]);
}

/** Of Sweden: ten digits with their check digit, or twelve with the century; days of coordination numbers are 60 more. */
function isPersonnummer(text: string): boolean {
  const short = text.slice(-10);
  if (text.length === 12 && !/^(?:18|19|20)/.test(text)) return false;
  return isDay(Number(short.slice(2, 4)), Number(short.slice(4, 6)) % 60) && isLuhn(short);
}

/** A national id of digits alone. @param hasDash whether the last five are divided from the first six by a dash */
export function isNationalId(text: string, hasDash: boolean): boolean {
  if (text.length === 10 || text.length === 12) return isPersonnummer(text);
  if (text.length !== 11) return false;
  const isLatvianForm = hasDash && isDay(Number(text.slice(2, 4)), Number(text.slice(0, 2)));
  return (
    isBalticCode(text) ||
    isPesel(text) ||
    isGermanTaxId(text) ||
    isLatvianCode(text) ||
    isLatvianForm ||
    isNewForm(text, hasDash)
  );
}

/** Of Latvia without a date, written with its dash. */
const isNewForm = (text: string, hasDash: boolean) => hasDash && /^3[2-9]/.test(text);

const hetuLetters = '0123456789ABCDEFHJKLMNPRSTUVWXY';

/** Of Finland: date, sign of the century, number and check character. */
export function isHetu(text: string): boolean {
  const date = text.slice(0, 6);
  if (!isDay(Number(date.slice(2, 4)), Number(date.slice(0, 2)))) return false;
  return hetuLetters[Number(date + text.slice(7, 10)) % 31] === text[10]?.toUpperCase();
}

const ibanLengths = new Map(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18
   FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20
   LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31
   SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
);

/** The length of the IBANs of a country, by its letters. */
export const findIbanLength = (country: string) => ibanLengths.get(country.toUpperCase());

/** @param text without separators, in any case */
export function isIban(text: string): boolean {
  let rest = 0;
  for (const character of (text.slice(4) + text.slice(0, 4)).toUpperCase()) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
