import { deserialize, serialize } from 'node:v8';
import type { Steps } from './pieces.ts';

/** The items of a piece; longer lists are sent in several. */
const pieceLength = 1000;
/** How deep in a value lists are looked for. */
const maxDepth = 3;

/** A value whose long lists are apart, so that they can be received piece by piece; structured cloning copies all of it. */
export interface Packed {
  readonly rest: unknown;
  readonly lists: readonly PackedList[];
}

interface PackedList {
  /** The names of the fields that lead to it. */
  readonly path: readonly string[];
  readonly pieces: ReadonlyArray<Uint8Array<ArrayBuffer>>;
}

export function packLists(value: unknown): Packed {
  const lists: PackedList[] = [];
  const pack = (each: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(each) && each.length > pieceLength) {
      lists.push({ path, pieces: toPieces(each) });
      return [];
    }
    if (!isPlainObject(each) || path.length === maxDepth) return each;
    return Object.fromEntries(Object.entries(each).map(([name, field]) => [name, pack(field, [...path, name])]));
  };
  return { rest: pack({ value }, []), lists };
}

/** Unpacks what `packLists` has packed. */
export function* unpackLists({ rest, lists }: Packed): Steps<unknown> {
  for (const { path, pieces } of lists) {
    const list = path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], rest) as unknown[];
    for (const piece of pieces) {
      for (const item of deserialize(piece) as unknown[]) list.push(item);
      yield;
    }
  }
  return (rest as { readonly value: unknown }).value;
}

/** The memory that a thread hands over without copying it. */
export const listBuffers = ({ lists }: Packed): ArrayBuffer[] =>
  lists.flatMap(({ pieces }) => pieces.map(({ buffer }) => buffer));

function toPieces(list: readonly unknown[]): Array<Uint8Array<ArrayBuffer>> {
  return Array.from({ length: Math.ceil(list.length / pieceLength) }, (_, index) =>
    serialize(list.slice(index * pieceLength, (index + 1) * pieceLength)),
  );
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
