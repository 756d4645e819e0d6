import { foldSearch, foldText } from '../../lib/fold-text.ts';

/** One choice of a filter. */
export interface FilterOption {
  value: string;
  label: string;
  /** A second line that distinguishes equal labels. */
  detail?: string;
  /** Searched too, and not shown. */
  words?: string;
}

/** The options whose label or detail contains the text, without regard to case and marks. */
export function findOptions(options: readonly FilterOption[], text: string): readonly FilterOption[] {
  const needle = foldSearch(text);
  if (needle === '') return options;
  return options.filter(({ label, detail = '', words = '' }) =>
    foldText(`${label}\n${detail}\n${words}`).includes(needle),
  );
}

/** The choice in words, for the closed filter. `none`: where nothing is chosen. */
export function describeChoice(options: readonly FilterOption[], chosen: readonly string[], none = 'All'): string {
  if (chosen.length === 0) return none;
  const only = chosen.length === 1 ? options.find(({ value }) => value === chosen[0]) : undefined;
  return only?.label ?? `${chosen.length} selected`;
}

export function toggleChoice(chosen: readonly string[], value: string): string[] {
  return chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
}
