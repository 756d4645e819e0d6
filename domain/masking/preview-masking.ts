import type { MaskingPreview } from '#features/protection/contract/masking.ts';
import type { MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import type { Task } from '#server/lib/concurrency/worker-pool.ts';
import { tryMasking } from './try-masking.ts';
import { createValueCounter } from './value-counter.ts';

export interface PreviewedMessage {
  readonly skill: string;
  /** JSON as it is stored. */
  readonly parts: string;
}

interface Preview {
  /** Not saved. */
  readonly settings: MaskingSettings;
  /** Settings that the reader has now. */
  readonly saved: MaskingSettings;
  readonly messages: readonly PreviewedMessage[];
  /** Whether these are all that were asked for. */
  readonly isWhole: boolean;
  readonly hasExamples: boolean;
  /** Path of the patterns in the body of the request. */
  readonly path: string;
}

/** After so many milliseconds what was counted is the answer; each of the maskers may take as long. */
const maxMs = 3000;
const maxExamples = 3;

interface SkillCount {
  messages: number;
  values: number;
  readonly examples: Set<string>;
}

/**
 * Counts the values that settings mask in messages, as `createValueCounter` does.
 * @throws Problem `request.invalid` as `tryMasking`
 */
export function previewMasking({ settings, saved, messages, isWhole, hasExamples, path }: Preview): MaskingPreview {
  tryMasking({ settings, text: '', path });
  const counter = createValueCounter(settings, saved, maxMs);
  const startMs = performance.now();
  const skills = new Map<string, SkillCount>();
  let looked = 0;
  for (const { skill, parts } of messages) {
    if (performance.now() - startMs > maxMs) break;
    looked += 1;
    const count = skills.get(skill) ?? { messages: 0, values: 0, examples: new Set() };
    skills.set(skill, count);
    count.messages += 1;
    const before = counter.counts.total;
    const examples = counter.look(parts);
    count.values += counter.counts.total - before;
    if (hasExamples) for (const example of examples) count.examples.add(example);
  }
  return {
    messages: looked,
    isWhole: isWhole && looked === messages.length && counter.counts.isWhole,
    values: counter.counts.total,
    kinds: counter.counts.list(),
    skills: Array.from(skills, ([name, { messages: of, values, examples }]) => ({
      name,
      messages: of,
      values,
      examples: chooseExamples(examples),
    }))
      .filter(({ values }) => values > 0)
      .toSorted((one, other) => other.values - one.values),
  };
}

/** Chooses the longest examples, which have most words around their values; a field of a form has none. */
const chooseExamples = (examples: ReadonlySet<string>) =>
  [...examples].toSorted((one, other) => other.length - one.length).slice(0, maxExamples);

/** For the pool of workers, as `tryMaskingTask`. */
export const previewMaskingTask: Task<Preview, MaskingPreview> = { module: import.meta.url, run: previewMasking };
