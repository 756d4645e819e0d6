import type { TablePart } from '#contract/analytics/message-parts.ts';
import { formatCell, type TableField } from './table-cards.ts';
import styles from './table-part.module.css';

interface KeyedRow {
  key: string;
  row: TablePart['sourceData'][number];
}

interface TableViewProps {
  fields: readonly TableField[];
  rows: readonly KeyedRow[];
}

/** A column for each field. A wide table scrolls sideways, with the keyboard too. */
export function TableGrid({ fields, rows }: TableViewProps) {
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

/** A card for each row. */
export function TableCards({ fields, rows }: TableViewProps) {
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
