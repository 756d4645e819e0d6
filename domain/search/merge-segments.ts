import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import {
  createBlocks,
  positionsOfConversation,
  readBlock,
  readPlaces,
  type Block,
  type KeyedPlaces,
  type Places,
  type WordPlaces,
} from './segment-codec.ts';
import { factBytes, readFilters, readStart, writeFilters, type FilterColumns } from './segment-facts.ts';

/** A segment as it is stored. */
export interface StoredSegment {
  readonly facts: Uint8Array;
  readonly filters: Uint8Array;
  readonly removed: readonly number[];
  readonly blocks: readonly Block[];
}

export interface BuiltSegment {
  readonly conversations: number;
  readonly facts: Uint8Array;
  readonly filters: Uint8Array;
  readonly blocks: readonly Block[];
}

/** Former place of a conversation, and its start. */
interface Kept {
  readonly segment: number;
  readonly number: number;
  readonly start: number;
}

/** One segment of several of a month, without what was removed from them. */
export function mergeSegments(segments: readonly StoredSegment[]): BuiltSegment {
  const kept = listKept(segments);
  const numbers = segments.map(({ facts }) => new Int32Array(facts.length / factBytes).fill(-1));
  for (const [place, { segment, number }] of kept.entries()) numbers[segment]?.fill(place, number, number + 1);
  return { conversations: kept.length, ...mergeFacts(segments, kept), blocks: mergeBlocks(segments, numbers) };
}

export const mergeSegmentsTask: Task<readonly StoredSegment[], BuiltSegment> = {
  module: import.meta.url,
  run: mergeSegments,
};

/** In the order of their starts. */
function listKept(segments: readonly StoredSegment[]): Kept[] {
  return segments
    .flatMap(({ facts, removed }, segment) => {
      const isRemoved = new Set(removed);
      const bytes = Buffer.from(facts.buffer, facts.byteOffset, facts.byteLength);
      return Array.from({ length: facts.length / factBytes }, (_, number) => ({
        segment,
        number,
        start: readStart(bytes, number),
      })).filter(({ number }) => !isRemoved.has(number));
    })
    .toSorted((one, other) => one.start - other.start);
}

function mergeFacts(segments: readonly StoredSegment[], kept: readonly Kept[]) {
  const columns = segments.map(({ facts, filters }) => readFilters(filters, facts.length / factBytes));
  const join = (name: keyof FilterColumns) =>
    Int32Array.from(kept, ({ segment, number }) => columns[segment]?.[name][number] ?? 0);
  const facts = kept.flatMap(
    ({ segment, number }) => segments[segment]?.facts.subarray(number * factBytes, (number + 1) * factBytes) ?? [],
  );
  const filters = writeFilters({ users: join('users'), skills: join('skills'), flags: join('flags') });
  return { facts: Buffer.concat(facts), filters };
}

interface WordOfSegment {
  readonly numbers: Int32Array;
  readonly word: WordPlaces;
}

/** @param numbers for each segment and conversation its number in the merged one; negative where it was removed */
function mergeBlocks(segments: readonly StoredSegment[], numbers: readonly Int32Array[]): Block[] {
  const readers = segments.map(({ blocks }) => readBlocks(blocks));
  const heads = readers.map((reader) => reader.next().value);
  const merged = createBlocks();
  for (;;) {
    const key = heads.reduce((least, head) => Math.min(least, head?.key ?? Infinity), Infinity);
    if (key === Infinity) return merged.list();
    const parts: WordOfSegment[] = [];
    for (const [segment, word] of heads.entries()) {
      if (word?.key !== key) continue;
      parts.push({ numbers: numbers[segment] ?? new Int32Array(), word });
      heads[segment] = readers[segment]?.next().value;
    }
    merged.add(key, joinPlaces(parts));
  }
}

function* readBlocks(blocks: readonly Block[]): Generator<KeyedPlaces, undefined> {
  for (const block of blocks) yield* readBlock(block);
  return undefined;
}

function joinPlaces(parts: readonly WordOfSegment[]): Places {
  const places = parts.map(({ word }) => readPlaces(word));
  const joined = new Float64Array(places.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  let isSorted = true;
  for (const [part, { numbers }] of parts.entries())
    for (const place of places[part] ?? []) {
      const number = numbers[Math.floor(place / positionsOfConversation)] ?? -1;
      if (number < 0) continue;
      joined[length] = number * positionsOfConversation + (place % positionsOfConversation);
      if (length > 0 && (joined[length - 1] ?? 0) > (joined[length] ?? 0)) isSorted = false;
      length += 1;
    }
  const kept = joined.subarray(0, length);
  return isSorted ? kept : kept.toSorted();
}
