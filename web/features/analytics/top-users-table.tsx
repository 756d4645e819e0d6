import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import type { TopUser } from '#contract/analytics.ts';
import { formatCount } from '../../lib/numbers.ts';
import { DataTable } from '../../ui/data-table.tsx';
import styles from './top-users-table.module.css';

export const topUsersColumns = ['', 'User name', 'Total messages'] as const;

/** A row whose name fits on one line, in pixels; longer ones are measured when they appear. */
const rowHeightPx = 47;
/** Rows kept beyond the edges, so that scrolling finds them drawn. */
const spareRows = 12;

/** Everybody, the busiest first. Only the rows in view are in the page; empty rows keep the place of the others. */
export function TopUsersTable({ users }: { users: readonly TopUser[] }) {
  const { frame, virtualizer } = useVirtualRows(users);
  const rows = virtualizer.getVirtualItems();
  const offset = virtualizer.options.scrollMargin;
  const before = (rows[0]?.start ?? offset) - offset;
  const after = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? offset) - offset);
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
          <SpareSpace heightPx={before} />
          {rows.map(({ index }) => {
            const user = users[index];
            return (
              user && (
                <tr key={user._id} ref={virtualizer.measureElement} data-index={index} aria-rowindex={index + 2}>
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
          <SpareSpace heightPx={after} />
        </tbody>
      </DataTable>
    </div>
  );
}

function useVirtualRows(users: readonly TopUser[]) {
  const frame = useRef<HTMLDivElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = frame.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, []);
  // oxlint-disable-next-line react/incompatible-library -- nothing is memoised by the React Compiler here
  const virtualizer = useWindowVirtualizer({
    count: users.length,
    estimateSize: () => rowHeightPx,
    overscan: spareRows,
    scrollMargin,
    getItemKey: (index) => users[index]?._id ?? index,
  });
  return { frame, virtualizer };
}

function SpareSpace({ heightPx }: { heightPx: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden="true" className={styles.spare}>
      <td colSpan={4} style={{ height: heightPx }} />
    </tr>
  );
}
