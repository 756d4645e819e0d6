import styles from './data-table.module.css';
import { ArrowDownIcon, ArrowUpIcon } from '../drawings/icons.tsx';

interface SortHeaderProps {
  label: string;
  /** Undefined where another column sorts the table. */
  sorted?: 'ascending' | 'descending' | undefined;
  onSort: () => void;
  align?: 'start' | 'end' | undefined;
  /** Keeps more room to the column before. */
  isSpaced?: boolean | undefined;
}

/** A column head that sorts; the caller decides the new order. */
export function SortHeader({ label, sorted, onSort, align = 'start', isSpaced }: SortHeaderProps) {
  return (
    <th scope="col" aria-sort={sorted ?? 'none'} data-align={align} data-spaced={isSpaced || undefined}>
      <button type="button" className={styles.sort} data-sorted={sorted} onClick={onSort}>
        {label}
        {sorted === 'descending' ? <ArrowDownIcon size={14} /> : <ArrowUpIcon size={14} />}
      </button>
    </th>
  );
}
