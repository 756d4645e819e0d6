/** Ids of the chosen users. It may hold users that a search hides now; deleting names every one of them first. */
export type Selection = ReadonlySet<string>;

export type SelectionChange =
  | { type: 'select'; ids: readonly string[] }
  | { type: 'deselect'; ids: readonly string[] }
  /** Whoever is not in the list any more is not chosen any more. */
  | { type: 'prune'; existing: readonly string[] };

export const emptySelection: Selection = new Set();

export function changeSelection(selection: Selection, change: SelectionChange): Selection {
  if (change.type === 'select') return new Set([...selection, ...change.ids]);
  const named = new Set(change.type === 'deselect' ? change.ids : change.existing);
  return new Set([...selection].filter((id) => named.has(id) === (change.type === 'prune')));
}

/** What the header checkbox shows for the users that the search leaves. */
export function getHeaderState(selection: Selection, filteredIds: readonly string[]): 'all' | 'some' | 'none' {
  const count = filteredIds.reduce((sum, id) => sum + Number(selection.has(id)), 0);
  if (count === 0) return 'none';
  return count === filteredIds.length ? 'all' : 'some';
}
