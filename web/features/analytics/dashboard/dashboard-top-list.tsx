import { Link } from '@tanstack/react-router';
import type { Comparison } from '../../../lib/comparison.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { SkeletonLine } from '../../../ui/feedback/skeleton-line.tsx';
import { ChangeMark } from '../../../ui/records/change-mark.tsx';
import { ChartPanel } from '../../../ui/charts/chart-panel.tsx';
import styles from './dashboard-top-list.module.css';

export interface TopEntry {
  key: string;
  name: string;
  total: number;
  comparison: Comparison;
}

interface TopListPanelProps {
  title: string;
  /** What the totals count. */
  unit: string;
  emptyText: string;
  /** Undefined while they are on their way. */
  entries: readonly TopEntry[] | undefined;
  more: { to: string; search: object; of: string };
}

/** Section 9. */
const topListLength = 5;
const places = Array.from({ length: topListLength }, (_, place) => place);

/** The first five of something, with the way to the rest. */
export function TopListPanel({ title, unit, emptyText, entries, more }: TopListPanelProps) {
  return (
    <ChartPanel
      title={title}
      note={`By ${unit.toLowerCase()}`}
      action={
        <Link to={more.to} search={more.search} className={styles.more}>
          See more<span className="visually-hidden"> {more.of}</span>
        </Link>
      }
    >
      {entries?.length === 0 ? (
        <p className={styles.empty}>{emptyText}</p>
      ) : (
        <ol className={styles.list}>
          {entries?.map((entry, place) => (
            <li key={entry.key}>
              <span className={styles.place} aria-hidden="true">
                {place + 1}
              </span>
              <span className={styles.name} title={entry.name}>
                {entry.name}
              </span>
              <span className={styles.total}>
                {formatCount(entry.total)}
                <span className="visually-hidden"> {unit.toLowerCase()}</span>
              </span>
              <span className={styles.change}>
                <ChangeMark comparison={entry.comparison} />
              </span>
            </li>
          )) ??
            places.map((place) => (
              <li key={place} aria-hidden="true">
                <span className={styles.place} />
                <SkeletonLine width={`${70 - place * 8}%`} />
              </li>
            ))}
        </ol>
      )}
    </ChartPanel>
  );
}
