import { createHash } from 'node:crypto';

/** A long file lies in the storage in parts of at most this length, so that no side ever holds it whole. */
export const partBytes = 2 * 1024 * 1024;

interface PartedFile {
  readonly companyId: string;
  readonly id: string;
}

/**
 * Address of a part; numbers begin at 1. It follows from the file, so that a repeated attempt replaces what a killed
 * one has left.
 */
export const toPartAddress = ({ companyId, id }: PartedFile, number: number) => ({
  companyId,
  key: createHash('sha256').update(`part ${number} of the export ${id}`).digest('base64url').slice(0, 22),
});

type PartAddress = ReturnType<typeof toPartAddress>;

export const listParts = (file: PartedFile, count: number): PartAddress[] =>
  Array.from({ length: count }, (_, index) => toPartAddress(file, index + 1));

/**
 * Pieces of bytes in parts of `length`. Every part lies in the same buffer: its bytes change with the next one. New buffers would
 * wait for V8's next full collection, which comes after tens of megabytes of them.
 */
export async function* toParts(pieces: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
  const part = Buffer.allocUnsafeSlow(length);
  let taken = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const fitting = piece.subarray(at, at + length - taken);
      part.set(fitting, taken);
      taken += fitting.length;
      at += fitting.length;
      if (taken < length) break;
      yield part;
      taken = 0;
    }
  }
  if (taken > 0) yield part.subarray(0, taken);
}

interface PartTaker {
  put(address: PartAddress, bytes: Uint8Array, contentType: string): Promise<unknown>;
}

/**
 * Stores a file in parts, one in memory at a time.
 * @param notePart called with the number and the bytes of each part before it is stored, so that every stored one is known
 * @returns the bytes of all
 */
export async function writeParts(
  store: PartTaker,
  { contentType, ...file }: PartedFile & { readonly contentType: string },
  pieces: AsyncIterable<Uint8Array>,
  notePart: (number: number, length: number) => Promise<void>,
): Promise<number> {
  let [number, bytes] = [0, 0];
  for await (const part of toParts(pieces, partBytes)) {
    number += 1;
    await notePart(number, part.length);
    await store.put(toPartAddress(file, number), part, contentType);
    bytes += part.length;
  }
  return bytes;
}

interface PartStore {
  /** @param into where the bytes are written that fit in it */
  find(address: PartAddress, into: Uint8Array): Promise<{ readonly bytes: Uint8Array } | undefined>;
}

/** A slow line has two minutes for each of these (`server/http/limits/slow-readers.ts`). */
const sentBytes = 128 * 1024;

/**
 * The bytes of a stored file, in pieces, from two buffers by turns: those of a piece change when all of the next part have been
 * asked for, which a client that takes one piece after the other has taken by then. New buffers for each part would wait for V8's
 * next full collection, which comes after 64 MB of them.
 */
export async function* readParts(
  store: PartStore,
  file: PartedFile & { readonly parts: number; readonly bytes: number },
): AsyncGenerator<Uint8Array> {
  const buffers = [Buffer.allocUnsafeSlow(partBytes), Buffer.allocUnsafeSlow(partBytes)] as const;
  let left = file.bytes;
  for (const [place, address] of listParts(file, file.parts).entries()) {
    if (left === 0) return;
    const part = await store.find(address, buffers[place % 2] ?? buffers[0]);
    if (!part) throw new Error('a part of the file is not in the storage');
    const { bytes } = part;
    left -= bytes.length;
    for (let at = 0; at < bytes.length; at += sentBytes) yield bytes.subarray(at, at + sentBytes);
  }
}
