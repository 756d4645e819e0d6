import type { User } from '#contract/users.ts';

/** A user with everything the search looks at, in lower case: made once per list, so that a keystroke only compares. */
export interface SearchableUser {
  readonly user: User;
  readonly text: string;
}

/** Stands between the fields, so that no match runs from one into the next. No field can hold it. */
const fieldEnd = '\u0000';

export function toSearchableUsers(users: readonly User[]): SearchableUser[] {
  return users.map((user) => ({
    user,
    text: [user.firstName, user.lastName, user.email, user.company ?? ''].join(fieldEnd).toLowerCase(),
  }));
}

/** Users whose first name, last name, e-mail or company holds the literal search text, without regard to case. */
export function filterUsers(users: readonly SearchableUser[], search: string): User[] {
  const needle = search.trim().toLowerCase();
  const found = needle === '' ? users : users.filter(({ text }) => text.includes(needle));
  return found.map(({ user }) => user);
}
