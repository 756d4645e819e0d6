import { formatCell } from './table-cards.ts';
import type { TableField } from './table-cards.ts';
import type { KeyedRow } from './table-grid.tsx';
import styles from './table-part.module.css';

interface TableCardsProps {
  fields: readonly TableField[];
  rows: readonly KeyedRow[];
}

export function TableCards({ fields, rows }: TableCardsProps) {
  return (
    <ul className={styles.cards}>
      {rows.map(({ key, row }) => (
        <li key={key} className={styles.card}>
          <dl>
            {fields.map(({ name, label }) => (
              <div key={name}>
                <dt dir="auto">{label}</dt>
                <dd dir="auto">{formatCell(row, name) || '–'}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
