import type { StaleField } from '../ui/forms/stale-save-notice.tsx';

interface Compared<Values extends object> {
  /** Every field of the form by its label, so that a new field can not be forgotten; null for a field not compared. */
  readonly labels: Readonly<Record<keyof Values, string | null>>;
  readonly theirs: Values;
  readonly mine: Values;
}

/** The fields in which the newer record differs from what the user wants to save, in the order of the labels. */
export function listDifferences<Values extends object>({ labels, theirs, mine }: Compared<Values>): StaleField[] {
  return (Object.keys(labels) as (keyof Values)[])
    .flatMap((field) => {
      const label = labels[field];
      return label === null ? [] : [{ label, theirs: toText(theirs[field]), yours: toText(mine[field]) }];
    })
    .filter((difference) => difference.theirs !== difference.yours);
}

/** The entries of a list count as a set. */
function toText(value: unknown): string {
  return Array.isArray(value) ? value.map(String).toSorted().join(', ') : String(value ?? '');
}
