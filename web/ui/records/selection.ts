/** Ids of the selected records. Records that a search hides may be among them. */
export type Selection = ReadonlySet<string>;

export type SelectionChange =
  | { type: 'select'; ids: readonly string[] }
  | { type: 'deselect'; ids: readonly string[] }
  /** Drops the records that are no longer in the list. */
  | { type: 'prune'; existing: readonly string[] };

export const emptySelection: Selection = new Set();

export function changeSelection(selection: Selection, change: SelectionChange): Selection {
  if (change.type === 'select') return new Set([...selection, ...change.ids]);
  const named = new Set(change.type === 'deselect' ? change.ids : change.existing);
  return new Set([...selection].filter((id) => named.has(id) === (change.type === 'prune')));
}

/** What the checkbox of the head shows for the records that the search leaves. */
export function getHeadState(selection: Selection, foundIds: readonly string[]): 'all' | 'some' | 'none' {
  const count = foundIds.reduce((sum, id) => sum + Number(selection.has(id)), 0);
  if (count === 0) return 'none';
  return count === foundIds.length ? 'all' : 'some';
}
