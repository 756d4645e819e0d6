import type { ReactNode } from 'react';
import styles from './data-table.module.css';

interface DataTableProps {
  /** What the table lists, for screen readers. */
  caption: string;
  /** Rows with the head, where only a part of them is in the page. */
  rowCount?: number;
  /** `thead`, `tbody` and perhaps `tfoot`. */
  children: ReactNode;
}

export function DataTable({ caption, rowCount, children }: DataTableProps) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-rowcount={rowCount}>
        <caption className="visually-hidden">{caption}</caption>
        {children}
      </table>
    </div>
  );
}
