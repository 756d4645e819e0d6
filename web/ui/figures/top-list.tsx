import type { ReactNode } from 'react';
import type { Comparison } from '../../lib/comparison.ts';
import { formatCount, toNoun } from '../../lib/numbers.ts';
import { ChartPanel } from '../charts/chart-panel.tsx';
import { SkeletonLine } from '../feedback/skeleton-line.tsx';
import { ChangeMark } from '../records/change-mark.tsx';
import { Block, Text } from '../layout/layout.tsx';
import styles from './figures.module.css';

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
        <Block as="ol" rule="strong-above" className={styles.list}>
          {entries?.map(({ key, name, total, comparison, label = name }, index) => (
            <li key={key} data-compared={comparison && true}>
              <Text as="span" size="sm" tone="faint" number aria-hidden="true">
                {index + 1}
              </Text>
              <Block as="bdi" breaks="clip" className={styles.name} title={name}>
                {label}
              </Block>
              <Text as="span" weight="medium" number>
                <span translate="no">{formatCount(total)}</span>
                <span className="visually-hidden">{` ${toNoun(total, unit)}`}</span>
              </Text>
              {comparison && (
                <Text as="span" text="end">
                  <ChangeMark comparison={comparison} />
                </Text>
              )}
            </li>
          )) ??
            places.map((place) => (
              <li key={place} aria-hidden="true">
                <Text as="span" size="sm" tone="faint" number />
                <SkeletonLine width={`${78 - place * 8}%`} />
              </li>
            ))}
        </Block>
      )}
    </ChartPanel>
  );
}
