import { useCallback, useEffect, useReducer } from 'react';
import { recall, remember } from '../../lib/area-memory.ts';
import type { RowSelection } from './record-row.tsx';

interface SelectionOptions<Row> {
  readonly records: readonly Row[] | undefined;
  /** The records that the search leaves: the checkbox of the head is for them. */
  readonly found: readonly Row[] | undefined;
  /** Under this name the selection is kept until the area is left. */
  readonly name: string;
  readonly headLabel: string;
  readonly getLabel: (row: Row) => string;
}

const none: readonly never[] = [];

/** The checkboxes of a table. The selection ends with the visit of the area, and holds no record that has left the list. */
export function useSelection<Row extends { readonly id: string }>(options: SelectionOptions<Row>) {
  const { records = none, found = none, name, headLabel, getLabel } = options;
  const [selected, change] = useReducer(changeSelection, recall<Selection>(name) ?? emptySelection);
  useEffect(() => remember(name, selected), [name, selected]);
  const selectedRecords = selected.size === 0 ? [] : records.filter(({ id }) => selected.has(id));
  if (options.records && selectedRecords.length !== selected.size)
    change({ type: 'prune', existing: records.map(({ id }) => id) });
  const foundIds = found.map(({ id }) => id);
  const headState = getHeadState(selected, foundIds);
  const toggle = useCallback(
    ({ id }: Row, isSelected: boolean) => change({ type: isSelected ? 'select' : 'deselect', ids: [id] }),
    [],
  );
  const selection: RowSelection<Row> = {
    headLabel,
    getLabel,
    headState,
    has: ({ id }) => selected.has(id),
    toggle,
    toggleAll: () => change({ type: headState === 'all' ? 'deselect' : 'select', ids: foundIds }),
  };
  const clear = () => change({ type: 'deselect', ids: [...selected] });
  return {
    selection,
    selectedRecords,
    clear,
    /** The rest of what is found, where not all of it is selected. */
    all: headState === 'all' ? undefined : { count: foundIds.length, select: selection.toggleAll },
  };
}

/** How the actions on a selection change it. */
export type SelectionControls = Pick<ReturnType<typeof useSelection>, 'clear' | 'all'>;

/** Ids of the selected records. Records that a search hides may be among them. */
type Selection = ReadonlySet<string>;

type SelectionChange =
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

/** Answers the state of the head's checkbox for the records that the search leaves. */
export function getHeadState(selection: Selection, foundIds: readonly string[]): 'all' | 'some' | 'none' {
  const count = foundIds.reduce((sum, id) => sum + Number(selection.has(id)), 0);
  if (count === 0) return 'none';
  return count === foundIds.length ? 'all' : 'some';
}
