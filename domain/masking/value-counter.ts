import { maskKinds, maskLabels, type MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import { createBoundedMasker } from './bounded-masker.ts';
import { readParts } from './mask-parts.ts';
import type { Cell } from './mask-row.ts';
import { notShown, type PartMasker } from './mask-text.ts';

/** Characters of an example around its value. */
const around = 60;

/** Counts values by what stands in their place. */
class Counts {
  readonly byLabel = new Map<string, number>();
  total = 0;
  /** False where a text could not be masked in time. */
  isWhole = true;

  add(label: string, count: number): void {
    if (count <= 0) return;
    this.byLabel.set(label, (this.byLabel.get(label) ?? 0) + count);
    this.total += count;
  }

  addMasked(text: string, masked: string, labels: ReadonlySet<string>): void {
    if (masked === notShown && text !== notShown) this.isWhole = false;
    else if (masked !== text) for (const each of labels) this.add(each, countOf(masked, each) - countOf(text, each));
  }

  /** @returns the masked cells */
  addCells(cells: readonly Cell[], masked: readonly string[], labels: ReadonlySet<string>): Cell[] {
    return cells.map((cell, at) => {
      this.addMasked(cell.text, masked[at] ?? '', labels);
      return { ...cell, text: masked[at] ?? '' };
    });
  }

  list() {
    return Array.from(this.byLabel, ([label, values]) => ({ label, values })).toSorted(
      (one, other) => other.values - one.values,
    );
  }
}

/** Function that masks cells: `maskOne` each as a text of its own, `maskAll` all as one row. */
type Mask = (masker: PartMasker, cells: readonly Cell[]) => readonly string[];

const maskOne: Mask = ({ maskText }, cells) => cells.map(({ text }) => maskText(text));
const maskAll: Mask = ({ maskRow }, cells) => maskRow(cells);

/**
 * Counts the values that settings mask in messages. Own patterns look at what the reader gets now: otherwise their numbers would tell
 * what is masked, a digit with each pattern.
 * @param saved the settings that the reader has now
 * @param maxMs milliseconds that each of the three maskers may take
 */
export function createValueCounter(settings: MaskingSettings, saved: MaskingSettings, maxMs: number) {
  const kinds = createBoundedMasker({ shown: settings.shown, patterns: [] }, maxMs);
  const patterns = createBoundedMasker({ shown: maskKinds, patterns: settings.patterns }, maxMs);
  const current = createBoundedMasker(saved, maxMs);
  const labels = {
    kinds: new Set(Object.values(maskLabels)),
    patterns: new Set(settings.patterns.map(({ name }) => `[${name}]`)),
    none: new Set<string>(),
  };
  const counts = new Counts();
  let examples: string[] = [];
  const look = (cells: readonly Cell[], mask: Mask) => {
    const before = counts.total;
    const count = (masker: PartMasker, of: ReadonlySet<string>, from: readonly Cell[]) =>
      counts.addCells(from, mask(masker, from), of);
    count(kinds, labels.kinds, cells);
    const shown = count(current, labels.none, cells);
    count(patterns, labels.patterns, shown);
    if (counts.total === before) return;
    // By the saved settings first, so that an example never shows more than the conversation does.
    const example = count(patterns, labels.none, count(kinds, labels.none, shown));
    examples.push(toExample(example.map(({ text }) => text).join(' | ')));
  };
  const masker: PartMasker = {
    maskText: (text) => {
      look([{ head: '', text, isFigure: false }], maskOne);
      return text;
    },
    maskRow: (cells) => {
      look(cells, maskAll);
      return cells.map(({ text }) => text);
    },
    maskField: (kind, text) => {
      if (settings.shown.includes(kind) || text === '') return masker.maskText(text);
      counts.add(maskLabels[kind], 1);
      examples.push(maskLabels[kind]);
      return text;
    },
  };
  return {
    counts,
    /** Counts one message, and answers what a reader would get of its texts with values. */
    look: (parts: string): readonly string[] => {
      examples = [];
      readParts(masker, JSON.parse(parts));
      return examples;
    },
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
