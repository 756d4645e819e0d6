import type { ReactNode } from 'react';
import type { Comparison } from '../../lib/comparison.ts';
import { formatCount, toNoun } from '../../lib/numbers.ts';
import { ChartPanel } from '../charts/chart-panel.tsx';
import { SkeletonLine } from '../feedback/skeleton-line.tsx';
import { ChangeMark } from '../records/change-mark.tsx';
import styles from './top-list.module.css';

export interface TopEntry {
  key: string;
  name: string;
  total: number;
  comparison?: Comparison;
  /** The name as a link to what the total counts. */
  label?: ReactNode;
}

interface TopListProps {
  title: string;
  /** Counted unit of the totals: a plural in lower case. */
  unit: string;
  emptyText: string;
  /** Undefined while they are loading. */
  entries: readonly TopEntry[] | undefined;
  /** A link to the rest. */
  action?: ReactNode;
}

/** Section 9. */
const places = [1, 2, 3, 4, 5];

/** The first five by a total. */
export function TopList({ title, unit, emptyText, entries, action }: TopListProps) {
  return (
    <ChartPanel title={title} note={`By ${unit}`} action={action}>
      {entries?.length === 0 ? (
        <p className={styles.empty}>{emptyText}</p>
      ) : (
        <ol className={styles.list}>
          {entries?.map(({ key, name, total, comparison, label = name }, index) => (
            <li key={key} data-compared={comparison && true}>
              <span className={styles.place} aria-hidden="true">
                {index + 1}
              </span>
              <bdi className={styles.name} title={name}>
                {label}
              </bdi>
              <span className={styles.total}>
                <span translate="no">{formatCount(total)}</span>
                <span className="visually-hidden">{` ${toNoun(total, unit)}`}</span>
              </span>
              {comparison && (
                <span className={styles.change}>
                  <ChangeMark comparison={comparison} />
                </span>
              )}
            </li>
          )) ??
            places.map((place) => (
              <li key={place} aria-hidden="true">
                <span className={styles.place} />
                <SkeletonLine width={`${78 - place * 8}%`} />
              </li>
            ))}
        </ol>
      )}
    </ChartPanel>
  );
}
