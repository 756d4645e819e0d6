import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import type { ConversationWords } from './list-conversation-words.ts';
import { findLanguage, languages } from './languages.ts';
import { createBlocks, maxPositions, positionsOfConversation, type Block } from './segment-codec.ts';

interface Input {
  readonly conversations: ConversationWords['conversations'];
  /** The conversations themselves as words. */
  readonly conversationKeys: readonly number[];
  /** For each word of the vocabulary: its key, and those of its stems in the order of `languages`. */
  readonly keys: Float64Array;
  /** For each word a bit for each language in which it is common. */
  readonly common: Uint8Array;
}

const width = 1 + languages.length;

/**
 * The words of conversations by their keys. A word is indexed by its stem in the language of its message; where
 * common words do not say which it is, as in short ones, by its stems in all of them.
 */
export function buildSegment(input: Input): Block[] {
  const keys = listDistinct([input.keys, Float64Array.from(input.conversationKeys)]);
  const slots = Int32Array.from(input.keys, (key) => findSlot(keys, key));
  const starts = countPlaces(keys.length, (add) => addAll(input, { keys, slots }, add));
  const places = new Float64Array(starts.at(-1) ?? 0);
  const ends = starts.slice();
  addAll(input, { keys, slots }, (slot, place) => {
    const end = ends[slot] ?? 0;
    if (end > (starts[slot] ?? 0) && places[end - 1] === place) return;
    places[end] = place;
    ends[slot] = end + 1;
  });
  const blocks = createBlocks();
  for (const [slot, key] of keys.entries()) blocks.add(key, places.subarray(starts[slot], ends[slot]));
  return blocks.list();
}

/** Offsets of each slot's places, and the end of the last; a place that is added twice is counted twice. */
function countPlaces(count: number, addEach: (add: (slot: number) => void) => void): Int32Array {
  const starts = new Int32Array(count + 1);
  addEach((slot) => {
    starts[slot + 1] = (starts[slot + 1] ?? 0) + 1;
  });
  for (let slot = 0; slot < count; slot += 1) starts[slot + 1] = (starts[slot] ?? 0) + (starts[slot + 1] ?? 0);
  return starts;
}

interface Slots {
  /** The keys of all slots, ascending. */
  readonly keys: Float64Array;
  /** Slots in the order of the input's keys. */
  readonly slots: Int32Array;
}

/** Calls with the slot and place of every word, in the order of the places. */
function addAll(input: Input, { keys, slots }: Slots, add: (slot: number, place: number) => void): void {
  const addMessage = (message: Int32Array, start: number) => {
    const language = findLanguage(countCommon(message, input.common));
    const [first, last] = language === undefined ? [0, width - 1] : [1 + language, 1 + language];
    const end = Math.min(message.length, maxPositions - (start % positionsOfConversation));
    for (let offset = 0; offset < end; offset += 1) {
      const at = (message[offset] ?? -1) * width;
      for (let form = first; at >= 0 && form <= last; form += 1) add(slots[at + form] ?? 0, start + offset);
    }
  };
  for (const [number, messages] of input.conversations.entries()) {
    const base = number * positionsOfConversation;
    add(findSlot(keys, input.conversationKeys[number] ?? 0), base);
    let position = 1;
    for (const message of messages) {
      addMessage(message, base + position);
      position = Math.min(position + message.length, maxPositions);
    }
  }
}

/** Ascending, each once. */
function listDistinct(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const list of lists) {
    all.set(list, length);
    length += list.length;
  }
  return all.toSorted().filter((key, place, sorted) => place === 0 || key !== sorted[place - 1]);
}

function findSlot(keys: Float64Array, key: number): number {
  let [low, high] = [0, keys.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] ?? 0) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** For each language how many words are common in it. */
function countCommon(message: Int32Array, common: Uint8Array): number[] {
  const counts = languages.map(() => 0);
  for (const word of message) {
    const bits = word < 0 ? 0 : (common[word] ?? 0);
    for (let language = 0; bits >> language > 0; language += 1)
      counts[language] = (counts[language] ?? 0) + ((bits >> language) & 1);
  }
  return counts;
}

export const buildSegmentTask: Task<Input, Block[]> = { module: import.meta.url, run: buildSegment };
