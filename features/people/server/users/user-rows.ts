import { can } from '#contract/capabilities.ts';
import { shortUserLabels } from '#features/people/contract/user-fields.ts';
import type { ListedUser, UserForm } from '#features/people/contract/users.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { instantColumns, toListedRows, type RowColumn, type RowSet } from '#server/lib/row-file.ts';

/** The listed users as rows. A field that the actor does not see of a user is empty. */
export function toUserRows(actor: Actor, users: readonly ListedUser[]): RowSet {
  const columns = can(actor, 'users.manage')
    ? [...profileColumns, ...listAccessColumns(actor.timeZone)]
    : profileColumns;
  return toListedRows(columns, users);
}

const toCell = (value: ListedUser[keyof UserForm]) => (Array.isArray(value) ? value.join(', ') : (value ?? null));

const profileColumns: readonly RowColumn<ListedUser>[] = [
  { key: 'id', label: 'User ID', value: ({ id }) => id },
  ...Object.entries(shortUserLabels).map(([key, label]) => ({
    key,
    label,
    value: (user: ListedUser) => toCell(user[key as keyof UserForm]),
  })),
];

function listAccessColumns(zone: string): RowColumn<ListedUser>[] {
  return [
    { key: 'state', label: 'Status', value: ({ access }) => access?.state ?? null },
    { key: 'hasTwoFactor', label: 'Two-factor authentication', value: ({ access }) => access?.hasTwoFactor ?? null },
    ...instantColumns<ListedUser>({ key: 'lastSignInAt', label: 'Last sign-in', zone }, ({ access }) =>
      access?.lastSignInAt ? new Date(access.lastSignInAt) : null,
    ),
  ];
}
