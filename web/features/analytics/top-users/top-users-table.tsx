import type { TopUser } from '#contract/analytics/analytics.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { DataTable } from '../../../ui/records/data-table.tsx';
import { SpareSpace, useVirtualRows } from '../../../ui/records/virtual-rows.tsx';
import styles from './top-users-table.module.css';

export const topUsersColumns = ['', 'User name', 'Total messages'] as const;

/** A row whose name fits on one line, in pixels; longer ones are measured when they appear. */
const rowHeightPx = 47;
/** Rows kept beyond the edges, so that scrolling finds them drawn. */
const spareRows = 12;

/** Everybody, the busiest first. Only the rows in view are in the page; empty rows keep the place of the others. */
export function TopUsersTable({ users }: { users: readonly TopUser[] }) {
  const { frame, rows, before, after, measure } = useVirtualRows({
    count: users.length,
    rowHeightPx,
    spareRows,
    getKey: (index) => users[index]?._id ?? index,
  });
  const highest = Math.max(1, users[0]?.total ?? 0);
  return (
    <div ref={frame} className={styles.table}>
      <DataTable caption="Users by messages, the busiest first" rowCount={users.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.place}>
              <span className="visually-hidden">Place</span>
            </th>
            <th scope="col">User name</th>
            <td className={styles.bars} aria-hidden="true" />
            <th scope="col" data-align="end">
              Total messages
            </th>
          </tr>
        </thead>
        <tbody>
          <SpareSpace heightPx={before} columnCount={4} />
          {rows.map(({ index }) => {
            const user = users[index];
            return (
              user && (
                <tr key={user._id} ref={measure} data-index={index} aria-rowindex={index + 2}>
                  <td className={styles.place}>{formatCount(index + 1)}</td>
                  <td className={styles.name} data-wrap="anywhere">
                    {`${user.firstName} ${user.lastName}`.trim()}
                  </td>
                  <td className={styles.bars} aria-hidden="true">
                    <span className={styles.bar} style={{ width: `${(user.total / highest) * 100}%` }} />
                  </td>
                  <td data-align="end">{formatCount(user.total)}</td>
                </tr>
              )
            );
          })}
          <SpareSpace heightPx={after} columnCount={4} />
        </tbody>
      </DataTable>
    </div>
  );
}
