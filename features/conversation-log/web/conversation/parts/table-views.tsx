import type { TablePart } from '#contract/conversations/message-parts.ts';
import { formatCell, type TableField } from './table-cards.ts';
import { Facts, Table } from '#web/ui/layout/facts.tsx';
import { Block, Columns, Text } from '#web/ui/layout/layout.tsx';
import styles from '../conversation.module.css';

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
      <Table size="sm">
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
      </Table>
    </section>
  );
}

/** A card for each row. */
export function TableCards({ fields, rows }: TableViewProps) {
  return (
    <Columns as="ul" of="15rem" gap={2}>
      {rows.map(({ key, row }) => (
        <Block key={key} as="li" pad={3} card="raised">
          <Facts names="minmax(5rem, 2fr)" gap="hair">
            {fields.map(({ name, label }) => (
              <div key={name}>
                <Text as="dt" breaks="anywhere" dir="auto">
                  {label}
                </Text>
                <dd dir="auto">{formatCell(row, name) || '–'}</dd>
              </div>
            ))}
          </Facts>
        </Block>
      ))}
    </Columns>
  );
}
