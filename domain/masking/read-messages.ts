import type { MessagePart } from '#contract/conversations/message-parts.ts';
import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import { readParts } from './mask-parts.ts';
import { createBoundedMasker } from './bounded-masker.ts';
import { countMasked } from './count-masked.ts';
import { unmasked } from './mask-text.ts';

export interface StoredText {
  readonly author: string;
  /** JSON as it is stored. */
  readonly parts: string;
}

export interface ReadText {
  readonly author: string;
  readonly parts: MessagePart[];
  /** How many of its values are masked, where they are counted. */
  readonly masked?: number;
}

interface ReadMessages {
  /** Undefined for who reads them unmasked. */
  readonly masking: MaskingSettings | undefined;
  readonly messages: readonly StoredText[];
  /** Whether masked values are counted, for which masked messages are read twice. */
  readonly counts?: boolean;
}

/** Masks messages for their reader, in their order. */
export function readMessages({ masking, messages, counts = false }: ReadMessages): ReadText[] {
  const masker = createBoundedMasker(masking);
  return messages.map(({ author, parts }) => {
    const stored: unknown = JSON.parse(parts);
    const shown = { author: masker.maskText(author), parts: readParts(masker, stored) };
    if (!masking || !counts) return shown;
    const before = { author, parts: readParts(unmasked, stored) };
    // A chart of which a value is masked loses that series, in whose place nothing stands.
    const least = JSON.stringify(before) === JSON.stringify(shown) ? 0 : 1;
    return { ...shown, masked: Math.max(countMasked(masking, before, shown), least) };
  });
}

/** For the pool of workers, because it takes some 100 ns a character. */
export const readMessagesTask: Task<ReadMessages, ReadText[]> = { module: import.meta.url, run: readMessages };
