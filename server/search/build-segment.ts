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
  const words = new Map<number, number[]>();
  const add = (key: number, place: number) => {
    const places = words.get(key);
    if (!places) words.set(key, [place]);
    else if (places.at(-1) !== place) places.push(place);
  };
  const addMessage = (message: Int32Array, start: number) => {
    const language = findLanguage(countCommon(message, common));
    const room = maxPositions - (start % positionsOfConversation);
    for (const [offset, word] of message.subarray(0, Math.max(0, room)).entries()) {
      if (word < 0) continue;
      for (const key of listKeys(keys, word, language)) add(key, start + offset);
    }
  };
  for (const [number, messages] of conversations.entries()) {
    const base = number * positionsOfConversation;
    add(conversationKeys[number] ?? 0, base);
    let position = 1;
    for (const message of messages) {
      addMessage(message, base + position);
      position = Math.min(position + message.length, maxPositions);
    }
  }
  return writeBlocks(words);
}

/** For each language how many words are common in it. */
const countCommon = (message: Int32Array, common: Uint8Array) =>
  languages.map((_, language) =>
    message.reduce((count, word) => count + (((word < 0 ? 0 : (common[word] ?? 0)) >> language) & 1), 0),
  );

function listKeys(keys: Float64Array, word: number, language: number | undefined): Iterable<number> {
  const at = word * width;
  if (language !== undefined) return [keys[at + 1 + language] ?? 0];
  const all = new Set<number>();
  for (let place = at; place < at + width; place += 1) all.add(keys[place] ?? 0);
  return all;
}

export const buildSegmentTask: Task<Input, Block[]> = { module: import.meta.url, run: buildSegment };
