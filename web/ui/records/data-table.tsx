import type { ReactNode } from 'react';
import { ScrollFrame } from './scroll-frame.tsx';
import styles from './data-table.module.css';

interface DataTableProps {
  /** Name of the table for screen readers. */
  caption: string;
  /** Rows with the head, of a list of which only a part may be in the page. */
  rowCount?: number;
  /** `thead`, `tbody` and perhaps `tfoot`. */
  children: ReactNode;
}

export function DataTable({ caption, rowCount, children }: DataTableProps) {
  return (
    <ScrollFrame label={caption} className={styles.frame ?? ''}>
      <table className={styles.table} role={rowCount === undefined ? undefined : 'table'} aria-rowcount={rowCount}>
        <caption className="visually-hidden">{caption}</caption>
        {children}
      </table>
    </ScrollFrame>
  );
}
