import type { ImportEncoding } from '#contract/intake/import-settings.ts';

/*
 * Places in a file are counted in its units: bytes, or the two bytes of UTF-16. A window of a file is read as a text in which
 * every unit is one character, so that ends of records are found without decoding; each record is decoded by itself, so that
 * one with wrong bytes does not spoil the others.
 */

const marks: ReadonlyArray<readonly [ImportEncoding, readonly number[]]> = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const hasMark = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte);

/** Bytes of the byte order mark of this encoding with which a file begins. */
export const countMarkBytes = (bytes: Uint8Array, encoding: ImportEncoding): number =>
  marks.find(([of, mark]) => of === encoding && hasMark(bytes, mark))?.[1].length ?? 0;

export const toUnitBytes = (encoding: ImportEncoding): 1 | 2 => (encoding.startsWith('utf-16') ? 2 : 1);

/** By its mark, by the zeros between the letters of UTF-16, else UTF-8 where the bytes are valid, else Windows-1252. */
export function detectEncoding(bytes: Uint8Array): ImportEncoding {
  const marked = marks.find(([, mark]) => hasMark(bytes, mark));
  if (marked) return marked[0];
  const start = bytes.subarray(0, 4096);
  const zeros = [0, 1].map((parity) => start.filter((byte, index) => index % 2 === parity && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) > start.length / 8) return odd > even ? 'utf-16le' : 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

/** The last character may be cut. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A text with a character for each unit. */
export function toUnits(bytes: Uint8Array, encoding: ImportEncoding): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (toUnitBytes(encoding) === 1) return buffer.toString('latin1');
  const even = buffer.subarray(0, buffer.length - (buffer.length % 2));
  return encoding === 'utf-16le' ? even.toString('utf16le') : Buffer.from(even).swap16().toString('utf16le');
}

const isAscii = (units: string) => !/[\u0080-\uffff]/.test(units);

/** The text of units; undefined where they are not valid in the encoding. */
export function toText(units: string, encoding: ImportEncoding): string | undefined {
  if (isAscii(units)) return units;
  if (toUnitBytes(encoding) === 2) return units.isWellFormed() ? units : undefined;
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(Buffer.from(units, 'latin1'));
  } catch {
    return undefined;
  }
}
