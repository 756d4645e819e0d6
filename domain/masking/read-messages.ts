import type { MessagePart } from '#contract/conversations/message-parts.ts';
import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import { readParts } from './mask-parts.ts';
import { createBoundedMasker } from './bounded-masker.ts';

export interface StoredText {
  readonly author: string;
  /** JSON as it is stored. */
  readonly parts: string;
}

export interface ReadText {
  readonly author: string;
  readonly parts: MessagePart[];
}

interface ReadMessages {
  /** Undefined for who reads them unmasked. */
  readonly masking: MaskingSettings | undefined;
  readonly messages: readonly StoredText[];
}

/** Masks messages for their reader, in their order. */
export function readMessages({ masking, messages }: ReadMessages): ReadText[] {
  const masker = createBoundedMasker(masking);
  return messages.map(({ author, parts }) => ({
    author: masker.maskText(author),
    parts: readParts(masker, JSON.parse(parts)),
  }));
}

/** For the pool of workers, because it takes some 100 ns a character. */
export const readMessagesTask: Task<ReadMessages, ReadText[]> = { module: import.meta.url, run: readMessages };
