import type { TopUser } from '#features/dashboard/contract/analytics.ts';
import { toListedRows, type RowSet } from '#server/lib/row-file.ts';

/** The list of top users as rows. */
export function toTopUserRows(users: readonly TopUser[]): RowSet {
  return toListedRows<TopUser>(
    [
      { key: 'id', label: 'User', value: ({ _id }) => _id },
      { key: 'firstName', label: 'First name', value: ({ firstName }) => firstName },
      { key: 'lastName', label: 'Last name', value: ({ lastName }) => lastName },
      { key: 'isListed', label: 'In the user list', value: ({ isMapped }) => isMapped !== false },
      { key: 'messages', label: 'Messages', value: ({ total }) => total },
    ],
    users,
  );
}
