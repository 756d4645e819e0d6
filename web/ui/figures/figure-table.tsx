import type { ReactNode } from 'react';
import { DataTable } from '../records/data-table.tsx';

export interface FigureColumn<Row> {
  head: string;
  /** The whole word, where the head shortens it. */
  abbr?: string;
  renderCell: (row: Row) => ReactNode;
}

interface FigureTableProps<Row> {
  caption: string;
  /** Head of the row titles. */
  titleHead: string;
  columns: readonly FigureColumn<Row>[];
  rows: readonly Row[];
  /** Replaces the title of a row, for example by a link. */
  renderTitle?: ((row: Row) => ReactNode) | undefined;
}

/** The numbers of a chart: a title in each row, then figures. */
export function FigureTable<Row extends { key: string; title: string }>(props: FigureTableProps<Row>) {
  const { caption, titleHead, columns, rows, renderTitle } = props;
  return (
    <DataTable caption={caption}>
      <thead>
        <tr>
          <th scope="col">{titleHead}</th>
          {columns.map(({ head, abbr }) => (
            <th key={head} scope="col" data-align="end" abbr={abbr}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{renderTitle ? renderTitle(row) : row.title}</th>
            {columns.map(({ head, renderCell }) => (
              <td key={head} data-align="end">
                {renderCell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  );
}
