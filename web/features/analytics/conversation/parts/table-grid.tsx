import type { TablePart } from '#contract/analytics/message-parts.ts';
import { formatCell } from './table-cards.ts';
import type { TableField } from './table-cards.ts';
import styles from './table-part.module.css';

export interface KeyedRow {
  key: string;
  row: TablePart['sourceData'][number];
}

interface TableGridProps {
  fields: readonly TableField[];
  rows: readonly KeyedRow[];
}

/** Every field in a column of its own; wide ones scroll sideways, by the keyboard too. */
export function TableGrid({ fields, rows }: TableGridProps) {
  return (
    <section className={styles.grid} tabIndex={0} aria-label="Table, scrolls sideways">
      <table>
        <thead>
          <tr>
            {fields.map(({ name, label }) => (
              <th key={name} scope="col" dir="auto">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, row }) => (
            <tr key={key}>
              {fields.map(({ name }) => (
                <td key={name} dir="auto">
                  {formatCell(row, name)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
