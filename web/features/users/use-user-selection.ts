import { useReducer } from 'react';
import type { User } from '#contract/users.ts';
import { changeSelection, emptySelection, getHeaderState } from './selection.ts';

/** The chosen users of the list. It ends with the page, and never holds somebody who is not in the list any more. */
export function useUserSelection(users: readonly User[], filtered: readonly User[]) {
  const [selection, change] = useReducer(changeSelection, emptySelection);
  const selectedUsers = selection.size === 0 ? [] : users.filter(({ id }) => selection.has(id));
  if (selectedUsers.length !== selection.size) change({ type: 'prune', existing: users.map(({ id }) => id) });
  const filteredIds = filtered.map(({ id }) => id);
  const headerState = getHeaderState(selection, filteredIds);
  return {
    selection,
    selectedUsers,
    headerState,
    change,
    toggleAll: () => change({ type: headerState === 'all' ? 'deselect' : 'select', ids: filteredIds }),
  };
}
