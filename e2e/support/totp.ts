import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepS = 30;

function decodeBase32(text: string): Buffer {
  const bits = [...text.toUpperCase()]
    .filter((character) => alphabet.includes(character))
    .map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** The number of the 30-second step of an instant, counted from 1970. */
export const getTotpStep = (nowMs = Date.now()) => Math.floor(nowMs / 1000 / stepS);

/** Seconds left in the current step. */
export const getSecondsLeft = (nowMs = Date.now()) => stepS - ((nowMs / 1000) % stepS);

/** The six digits of an authenticator app by RFC 6238, without code of the product. */
export function getTotp(secret: string, step = getTotpStep()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
