import type { User } from '#contract/users.ts';
import type { UsersColumn, UsersSearch } from './users-search.ts';

/** One fixed language, so that everybody sees the same order whatever their browser speaks. */
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function getText(user: User, column: UsersColumn): string {
  return column === 'roles' ? formatRoles(user) : (user[column] ?? '');
}

export function formatRoles(user: User): string {
  return user.roles?.join(', ') ?? '';
}

/** The users in the order of the address; equal ones, and all without a column, stay as the server sent them. */
export function sortUsers(users: readonly User[], { sortBy, order }: UsersSearch): readonly User[] {
  if (!sortBy) return users;
  const sign = order === 'descending' ? -1 : 1;
  return users.toSorted((a, b) => sign * collator.compare(getText(a, sortBy), getText(b, sortBy)));
}
