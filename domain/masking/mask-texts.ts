import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import { createBoundedMasker } from './bounded-masker.ts';

interface Texts {
  readonly masking: MaskingSettings;
  readonly texts: readonly string[];
}

/** Masks texts for their reader, in their order. */
export function maskTexts({ masking, texts }: Texts): string[] {
  return texts.map(createBoundedMasker(masking).maskText);
}

export const maskTextsTask: Task<Texts, string[]> = { module: import.meta.url, run: maskTexts };
