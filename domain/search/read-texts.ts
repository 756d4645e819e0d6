import { listWords } from '#contract/conversations/search-words.ts';
import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import { readParts } from '../masking/mask-parts.ts';
import { createBoundedMasker } from '../masking/bounded-masker.ts';
import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import { listTexts } from './message-text.ts';
import { createRecitalFilter } from './recited/recited-skills.ts';

interface Input {
  readonly masking: MaskingSettings;
  /** Names of the skills that the assistant can recite. */
  readonly skills: readonly string[];
  /** Parts of messages as JSON text. */
  readonly messages: readonly string[];
}

interface Texts {
  /** For each message. */
  readonly texts: ReadonlyArray<readonly string[]>;
  readonly vocabulary: readonly string[];
}

/** The masked texts of messages, and each of their words once. */
export function readTexts({ masking, skills, messages }: Input): Texts {
  const masker = createBoundedMasker(masking);
  const leaveOutRecited = createRecitalFilter(skills);
  const texts = messages.map((parts) => listTexts(readParts(masker, JSON.parse(parts))).map(leaveOutRecited));
  const vocabulary = new Set(texts.flat().flatMap((text) => listWords(text).map(({ word }) => word)));
  return { texts, vocabulary: [...vocabulary] };
}

export const readTextsTask: Task<Input, Texts> = { module: import.meta.url, run: readTexts };
