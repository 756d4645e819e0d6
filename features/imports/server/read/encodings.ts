import type { ImportEncoding } from '#features/imports/contract/import-settings.ts';
import { decodeText, toStorable } from '#server/lib/storable-text.ts';
import { findSingleByteEncoding } from './single-byte-encodings.ts';

/*
 * Places in a file are counted in its units: bytes, or the two bytes of UTF-16. A window of a file is read as a text in which
 * every unit is one character, so that ends of records are found without decoding; each record is decoded by itself.
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

/**
 * By its mark, by the zeros between the letters of UTF-16, else UTF-8 where most letters beyond ASCII are valid in it, else the
 * encoding of one byte a letter in which they are usual ones.
 */
export function detectEncoding(bytes: Uint8Array): ImportEncoding {
  const marked = marks.find(([, mark]) => hasMark(bytes, mark));
  if (marked) return marked[0];
  const start = bytes.subarray(0, 4096);
  const zeros = [0, 1].map((parity) => start.filter((byte, index) => index % 2 === parity && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) > start.length / 8) return odd > even ? 'utf-16le' : 'utf-16be';
  return isMostlyUtf8(bytes) ? 'utf-8' : findSingleByteEncoding(bytes);
}

/**
 * Text in another encoding has next to no sequences that are valid in UTF-8, and a cut text in UTF-8 one that is not. A sequence
 * that lacks its end alone, as a cut in the middle of a character leaves it, is no sign against the others.
 */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let [valid, invalid, cut] = [0, 0, 0];
  for (let at = 0; at < bytes.length;) {
    const length = findSequenceLength(bytes, at);
    if (length > 1) valid += 1;
    // The last character may be cut by the end of what is read.
    if (length === 0 && bytes.length - at > 3) {
      if (isCutSequence(bytes, at)) cut += 1;
      else invalid += 1;
    }
    at += Math.max(1, length);
    while (length === 0 && isContinuation(bytes[at])) at += 1;
  }
  return invalid + cut === 0 || valid > invalid + cut || (invalid === 0 && valid > 0);
}

const isCutSequence = (bytes: Uint8Array, at: number): boolean =>
  findLead(bytes[at]) > 2 && isContinuation(bytes[at + 1]);

const isContinuation = (byte = 0): boolean => byte >= 0x80 && byte <= 0xbf;

/** Bytes of the sequence of UTF-8 that begins here; 0 for none. */
function findSequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = findLead(first);
  for (let place = 1; place < length; place += 1) {
    if (!isContinuation(bytes[at + place])) return 0;
  }
  return length;
}

const leadLengths = [
  [0xc2, 0xdf, 2],
  [0xe0, 0xef, 3],
  [0xf0, 0xf4, 4],
] as const;

/** Bytes of the sequence that a byte begins; 0 where it begins none. */
const findLead = (byte = 0): number => leadLengths.find(([from, until]) => byte >= from && byte <= until)?.[2] ?? 0;

/** A text with a character for each unit. */
export function toUnits(bytes: Uint8Array, encoding: ImportEncoding): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (toUnitBytes(encoding) === 1) return buffer.toString('latin1');
  const even = buffer.subarray(0, buffer.length - (buffer.length % 2));
  return encoding === 'utf-16le' ? even.toString('utf16le') : Buffer.from(even).swap16().toString('utf16le');
}

// oxlint-disable-next-line no-control-regex -- NUL is the one that cannot be stored
const needsNothing = (units: string) => !/[\u0000\u0080-\uffff]/.test(units);

/** The text of units; U+FFFD for what is none in the encoding. */
export function toText(units: string, encoding: ImportEncoding): string {
  if (needsNothing(units)) return units;
  if (toUnitBytes(encoding) === 2) return toStorable(units);
  return toStorable(decodeText(Buffer.from(units, 'latin1'), encoding).text);
}
