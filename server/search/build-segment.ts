import type { Task } from '../lib/concurrency/worker-pool.ts';
import type { ConversationWords } from './list-conversation-words.ts';
import { findLanguage, languages } from './languages.ts';
import { maxPositions, positionsOfConversation, writeBlocks } from './segment-codec.ts';
import type { Block } from './segment-codec.ts';

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
export function buildSegment({ conversations, conversationKeys, keys, common }: Input): Block[] {
  const { slots, places } = createSlots(keys);
  const add = (slot: number, place: number) => {
    const ofWord = places[slot];
    if (ofWord && ofWord.at(-1) !== place) ofWord.push(place);
  };
  const addMessage = (message: Int32Array, start: number) => {
    const language = findLanguage(countCommon(message, common));
    const [first, last] = language === undefined ? [0, width - 1] : [1 + language, 1 + language];
    const end = Math.min(message.length, maxPositions - (start % positionsOfConversation));
    for (let offset = 0; offset < end; offset += 1) {
      const at = (message[offset] ?? -1) * width;
      for (let form = first; at >= 0 && form <= last; form += 1) add(slots[at + form] ?? 0, start + offset);
    }
  };
  const words = new Map<number, number[]>();
  for (const [number, messages] of conversations.entries()) {
    const base = number * positionsOfConversation;
    words.set(conversationKeys[number] ?? 0, [base]);
    let position = 1;
    for (const message of messages) {
      addMessage(message, base + position);
      position = Math.min(position + message.length, maxPositions);
    }
  }
  for (const [slot, key] of listSlotKeys(keys, slots)) words.set(key, places[slot] ?? []);
  return writeBlocks(words);
}

/** A list for each key, so that words are counted without looking keys up. */
function createSlots(keys: Float64Array) {
  const known = new Map<number, number>();
  const slots = Int32Array.from(keys, (key) => {
    const slot = known.get(key) ?? known.size;
    known.set(key, slot);
    return slot;
  });
  return { slots, places: Array.from(known, (): number[] => []) };
}

const listSlotKeys = (keys: Float64Array, slots: Int32Array) =>
  new Map(Array.from(keys, (key, place) => [slots[place] ?? 0, key]));

/** For each language how many words are common in it. */
const countCommon = (message: Int32Array, common: Uint8Array) =>
  languages.map((_, language) =>
    message.reduce((count, word) => count + (((word < 0 ? 0 : (common[word] ?? 0)) >> language) & 1), 0),
  );

export const buildSegmentTask: Task<Input, Block[]> = { module: import.meta.url, run: buildSegment };
