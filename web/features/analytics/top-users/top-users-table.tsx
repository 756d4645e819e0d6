import type { TopUser } from '#contract/analytics/analytics.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { EmptyState } from '../../../ui/records/empty-state.tsx';
import { defineColumns } from '../../../ui/records/columns.ts';
import { RecordTable } from '../../../ui/records/record-table.tsx';
import styles from './top-users-table.module.css';

interface TopUsersContext {
  /** Total of the first user, whose bar is the longest. */
  highest: number;
}

const columns = defineColumns<TopUser, TopUsersContext>([
  {
    key: 'place',
    label: 'Rank',
    isLabelHidden: true,
    width: '4rem',
    narrowWidth: '3.25rem',
    cell: (_user, _context, index) => <span className={styles.place}>{formatCount(index + 1)}</span>,
  },
  {
    key: 'name',
    label: 'User name',
    look: 'strong',
    overflow: 'anywhere',
    text: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim(),
  },
  {
    key: 'total',
    label: 'Total messages',
    width: '55%',
    narrowWidth: '50%',
    align: 'end',
    cell: ({ total }, { highest }) => (
      <span className={styles.total}>
        <span className={styles.bar} style={{ width: `${(total / highest) * 100}%` }} aria-hidden="true" />
        {formatCount(total)}
      </span>
    ),
  },
]);

interface TopUsersTableProps {
  /** Undefined while they are loading. */
  users: readonly TopUser[] | undefined;
  isStale: boolean;
}

/** Every user of the range, the busiest first. Only the rows in view are in the page. */
export function TopUsersTable({ users, isStale }: TopUsersTableProps) {
  return (
    <RecordTable
      caption="Users by messages, most active first"
      columns={columns}
      rows={users}
      context={{ highest: Math.max(1, users?.[0]?.total ?? 0) }}
      getKey={({ _id }) => _id}
      loadingLabel="Loading users"
      skeletonRowCount={12}
      empty={isStale ? null : <EmptyState drawing="people" text="No activity in this period." />}
      rowHeightPx={38}
    />
  );
}
