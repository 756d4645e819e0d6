import { maskLabels, type MaskingSettings } from '#features/protection/contract/masking-kinds.ts';
import { notShown } from './mask-text.ts';

/**
 * Counts the values that a reader gets masked, by what stands in their place; what was reported with such a label is none.
 * @param masking undefined for who reads them unmasked
 * @param stored texts, or values that hold them, in the shape of `shown`
 */
export function countMasked(masking: MaskingSettings | undefined, stored: unknown, shown: unknown): number {
  if (!masking) return 0;
  const [before, after] = [toText(stored), toText(shown)];
  if (before === after) return 0;
  const names = masking.patterns.map(({ name }) => `[${name}]`);
  const labels = new Set([...Object.values(maskLabels), ...names, notShown].map(toText));
  return [...labels].reduce(
    (sum, label) => sum + Math.max(0, countOf(after, label.slice(1, -1)) - countOf(before, label.slice(1, -1))),
    0,
  );
}

const toText = (value: unknown) => JSON.stringify(value);
const countOf = (text: string, label: string) => text.split(label).length - 1;
