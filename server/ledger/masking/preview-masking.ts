import type { MaskingPreview } from '#contract/masking.ts';
import { maskKinds, maskLabels } from '#contract/masking-kinds.ts';
import type { MaskingSettings } from '#contract/masking-kinds.ts';
import type { Task } from '../../lib/concurrency/worker-pool.ts';
import { createBoundedMasker } from './bounded-masker.ts';
import { readParts } from './mask-parts.ts';
import { notShown } from './mask-text.ts';
import type { Masker } from './mask-text.ts';
import { tryMasking } from './try-masking.ts';

export interface PreviewedMessage {
  readonly skill: string;
  /** JSON as it is stored. */
  readonly parts: string;
}

interface Preview {
  /** Not saved. */
  readonly settings: MaskingSettings;
  /** Those that the reader has now. */
  readonly saved: MaskingSettings;
  readonly messages: readonly PreviewedMessage[];
  /** Whether these are all that were asked for. */
  readonly isWhole: boolean;
  readonly hasExamples: boolean;
  /** Where the patterns stand in the body of the request. */
  readonly path: string;
}

/** After so many milliseconds what was counted is the answer; each of the maskers may take as long. */
const maxMs = 3000;
const maxExamples = 3;
/** Characters of an example around its value. */
const around = 60;

interface SkillCount {
  messages: number;
  values: number;
  readonly examples: Set<string>;
}

/**
 * Counts the values that settings mask in messages. Own patterns look at what the reader gets now: otherwise their numbers would tell
 * what is masked, a digit with each pattern.
 * @throws Problem `request.invalid` as `tryMasking`
 */
export function previewMasking({ settings, saved, messages, isWhole, hasExamples, path }: Preview): MaskingPreview {
  tryMasking({ settings, text: '', path });
  const counter = createCounter(settings, saved);
  const startMs = performance.now();
  const skills = new Map<string, SkillCount>();
  let looked = 0;
  for (const { skill, parts } of messages) {
    if (performance.now() - startMs > maxMs) break;
    looked += 1;
    const count = skills.get(skill) ?? { messages: 0, values: 0, examples: new Set() };
    skills.set(skill, count);
    count.messages += 1;
    const before = counter.getTotal();
    const examples = counter.look(parts);
    count.values += counter.getTotal() - before;
    if (hasExamples) for (const example of examples) count.examples.add(example);
  }
  return {
    messages: looked,
    isWhole: isWhole && looked === messages.length && counter.isWhole(),
    values: counter.getTotal(),
    kinds: counter.listKinds(),
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

/** Those with most words around their values first; a field of a form has none. */
const chooseExamples = (examples: ReadonlySet<string>) =>
  [...examples].toSorted((one, other) => other.length - one.length).slice(0, maxExamples);

function createCounter(settings: MaskingSettings, saved: MaskingSettings) {
  const kinds = createBoundedMasker({ shown: settings.shown, patterns: [] }, maxMs);
  const patterns = createBoundedMasker({ shown: maskKinds, patterns: settings.patterns }, maxMs);
  const current = createBoundedMasker(saved, maxMs);
  const labels = { kinds: Object.values(maskLabels), patterns: settings.patterns.map(({ name }) => `[${name}]`) };
  const counts = new Map<string, number>();
  let total = 0;
  let isWhole = true;
  let examples: string[] = [];
  const add = (label: string, count: number) => {
    if (count <= 0) return;
    counts.set(label, (counts.get(label) ?? 0) + count);
    total += count;
  };
  /** What a masker makes of a text, and its values counted. */
  const count = ({ maskText }: Masker, text: string, of: readonly string[]): string => {
    const masked = maskText(text);
    if (masked === notShown && text !== notShown) isWhole = false;
    else if (masked !== text)
      for (const label of new Set(of)) add(label, countOf(masked, label) - countOf(text, label));
    return masked;
  };
  const masker: Masker = {
    ...kinds,
    maskText: (text) => {
      const before = total;
      count(kinds, text, labels.kinds);
      const shown = count(current, text, []);
      count(patterns, shown, labels.patterns);
      // By the saved settings first, so that an example never shows more than the conversation does.
      if (total > before) examples.push(toExample(patterns.maskText(kinds.maskText(shown))));
      return text;
    },
    maskField: (kind, text) => {
      if (settings.shown.includes(kind) || text === '') return masker.maskText(text);
      add(maskLabels[kind], 1);
      examples.push(maskLabels[kind]);
      return text;
    },
  };
  return {
    getTotal: () => total,
    isWhole: () => isWhole,
    /** Counts one message, and answers what a reader would get of its texts with values. */
    look: (parts: string) => {
      examples = [];
      readParts(masker, JSON.parse(parts));
      return examples;
    },
    listKinds: () =>
      Array.from(counts, ([label, values]) => ({ label, values })).toSorted((one, other) => other.values - one.values),
  };
}

const countOf = (text: string, label: string) => text.split(label).length - 1;

/** The text around its first value, without tags. */
function toExample(masked: string): string {
  const text = masked
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const at = Math.max(0, text.search(/\[[\p{L}\p{N}][\p{L}\p{N} -]{0,39}\]/u));
  const [from, to] = [Math.max(0, at - around), at + around];
  return `${from > 0 ? '…' : ''}${text.slice(from, to).trim()}${to < text.length ? '…' : ''}`;
}

/** For the pool of workers, as `tryMaskingTask`. */
export const previewMaskingTask: Task<Preview, MaskingPreview> = { module: import.meta.url, run: previewMasking };
