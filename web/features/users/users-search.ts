/** What the address of the users list holds: the search text, and the order where it is not the server's own. */
export interface UsersSearch {
  search?: string;
  sortBy?: UsersColumn;
  order?: 'descending';
}

export const usersColumns = ['firstName', 'lastName', 'email', 'company', 'roles'] as const;
export type UsersColumn = (typeof usersColumns)[number];

export const searchMaxLength = 200;

/** Reads the parameters of the address; what means nothing is left out. */
export function readUsersSearch(raw: object): UsersSearch {
  const { search, sortBy, order } = raw as Record<string, unknown>;
  const column = usersColumns.find((each) => each === sortBy);
  // The router reads ?search=2020 as a number.
  const text = typeof search === 'string' || typeof search === 'number' ? String(search) : '';
  return {
    ...(text !== '' && { search: text.slice(0, searchMaxLength) }),
    ...(column && { sortBy: column }),
    ...(column && order === 'descending' && { order }),
  };
}

/** The address after a click on a column head: ascending, and descending where it was ascending already. */
export function toggleSort(current: UsersSearch, column: UsersColumn): UsersSearch {
  const { search, sortBy, order } = current;
  const isAscending = sortBy === column && order === undefined;
  return { ...(search && { search }), sortBy: column, ...(isAscending && { order: 'descending' }) };
}
