import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

const letters = 'abcdefghijkmnopqrstuvwxyz';
const capitals = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const numerals = '23456789';
const marks = '!#%+-=?@';

/** Equality that takes the same time wherever the texts differ. */
export function isSameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** A hash that cannot be searched without the server's secret, which matters for six-digit codes. */
export function keyedHash(secret: string, parts: string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
}

/** 32 characters, which no one can guess. */
export const randomToken = (): string => randomBytes(24).toString('base64url');

export function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join('');
}

function pick(alphabet: string, count: number): string[] {
  return Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length)));
}

/** Sixteen characters that satisfy the password rule, without look-alikes, because people type it from a mail. */
export function createTemporaryPassword(): string {
  const characters = [...pick(letters, 8), ...pick(capitals, 3), ...pick(numerals, 3), ...pick(marks, 2)];
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}

/** `abcde-fghij`: fifty bits, typed from paper. */
export function recoveryCode(): string {
  const alphabet = letters.replace('l', '') + numerals;
  return `${pick(alphabet, 5).join('')}-${pick(alphabet, 5).join('')}`;
}

/** Typed codes are forgiven case, spaces and the missing dash. */
export function normalizeRecoveryCode(code: string): string {
  return code.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
