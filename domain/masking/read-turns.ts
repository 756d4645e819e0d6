import type { ConversationTurn } from '#features/conversation-log/contract/turns.ts';
import type { Turn } from '#features/intake/contract/intake.ts';
import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import { createBoundedMasker } from './bounded-masker.ts';

interface ReadTurns {
  /** Undefined for who reads them unmasked. */
  readonly masking: MaskingSettings | undefined;
  /** JSON as it is stored. */
  readonly turns: string;
}

/** Masks the turns of a conversation for its reader, in their order. */
export function readTurns({ masking, turns }: ReadTurns): ConversationTurn[] {
  const { maskText } = createBoundedMasker(masking);
  const maskTexts = <Texts extends { readonly error?: string | undefined; readonly errorType?: string | undefined }>(
    texts: Texts,
  ) => ({
    ...texts,
    ...(texts.error !== undefined && { error: maskText(texts.error) }),
    ...(texts.errorType !== undefined && { errorType: maskText(texts.errorType) }),
  });
  return (JSON.parse(turns) as Turn[]).map(({ tools = [], ...turn }) => ({
    ...maskTexts(turn),
    // Older releases stored it as it was reported, with any zone.
    date: new Date(turn.date).toISOString(),
    tools: tools.map((tool) => ({ ...maskTexts(tool), name: maskText(tool.name) })),
  }));
}

/** For the pool of workers, as `readMessagesTask`. */
export const readTurnsTask: Task<ReadTurns, ConversationTurn[]> = { module: import.meta.url, run: readTurns };
