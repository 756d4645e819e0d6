import { createHmac } from 'node:crypto';
import { isSameText } from '../secrets.ts';

const stepSeconds = 30;
const digits = 6;

/** The 30-second step of RFC 6238 that holds this instant. */
export function totpStep(now: Date): number {
  return Math.floor(now.getTime() / 1000 / stepSeconds);
}

/** The code of RFC 4226 for one step; `secret` is the raw key, not its base32 form. */
export function totpCode(secret: string | Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return (number % 10 ** digits).toString().padStart(digits, '0');
}

/** The step a code belongs to: the present one or the one before, never the next. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const present = totpStep(now);
  return [present, present - 1].find((step) => isSameText(totpCode(secret, step), code));
}

/** The text of the QR code for authenticator apps. @param input.secret in base32 */
export function totpUri(input: { secret: string; issuer: string; email: string }): string {
  const label = `${encodeURIComponent(input.issuer)}:${encodeURIComponent(input.email)}`;
  const query = `secret=${input.secret}&issuer=${encodeURIComponent(input.issuer)}&digits=${digits}&period=${stepSeconds}`;
  return `otpauth://totp/${label}?${query}`;
}

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding, as apps expect a typed secret. */
export function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => base32Alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}
