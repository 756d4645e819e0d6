import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import { listWords } from '#contract/conversations/search-words.ts';
import { readParts } from '../masking/mask-parts.ts';
import { createBoundedMasker } from '../masking/bounded-masker.ts';
import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import { listTexts } from './message-text.ts';
import { createRecitalFilter } from './recited/recited-skills.ts';

interface Input {
  readonly masking: MaskingSettings;
  /** Names of the skills that the assistant can recite. */
  readonly skills: readonly string[];
  /** For each conversation its messages in their order: parts as JSON text. */
  readonly conversations: ReadonlyArray<readonly string[]>;
}

export interface ConversationWords {
  /** Each word once. */
  readonly vocabulary: readonly string[];
  /**
   * For each conversation and each of its messages the places of its words in the vocabulary; -1 between texts, so that
   * nothing stands one after the other there.
   */
  readonly conversations: ReadonlyArray<readonly Int32Array[]>;
}

/** The words of conversations, masked, as the index holds them. */
export function listConversationWords({ masking, skills, conversations }: Input): ConversationWords {
  const masker = createBoundedMasker(masking);
  const leaveOutRecited = createRecitalFilter(skills);
  const vocabulary = new Map<string, number>();
  const toPlace = (word: string) => {
    const known = vocabulary.get(word);
    if (known !== undefined) return known;
    vocabulary.set(word, vocabulary.size);
    return vocabulary.size - 1;
  };
  const listed = conversations.map((messages) =>
    messages.map((parts) => {
      const places: number[] = [];
      for (const text of listTexts(readParts(masker, JSON.parse(parts)))) {
        for (const { word } of listWords(leaveOutRecited(text))) places.push(toPlace(word));
        places.push(-1);
      }
      return Int32Array.from(places);
    }),
  );
  return { vocabulary: [...vocabulary.keys()], conversations: listed };
}

/** For the pool of workers, because masking takes some 100 ns a character. */
export const listConversationWordsTask: Task<Input, ConversationWords> = {
  module: import.meta.url,
  run: listConversationWords,
};
