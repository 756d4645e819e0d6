import { DataTable } from './data-table.tsx';
import styles from '../feedback/skeleton.module.css';

interface SkeletonTableProps {
  /** Column heads as they will be; an empty text for a column without one. */
  columns: readonly string[];
  rowCount?: number;
  /** What is being loaded, for screen readers. */
  label: string;
}

const widthsPercent = [62, 48, 74, 55, 68, 40];

/** A table before its rows arrive. Tables of columns draw their own skeleton (`RecordTable`). */
export function SkeletonTable({ columns, rowCount = 8, label }: SkeletonTableProps) {
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        {label}
      </span>
      <div aria-hidden="true">
        <DataTable caption={label}>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={`${column}:${columns.indexOf(column, index)}`} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                {columns.map((column, index) => (
                  <td key={`${column}:${columns.indexOf(column, index)}`}>
                    <span
                      className={styles.bone}
                      style={{ width: `${widthsPercent[(row + index) % widthsPercent.length]}%` }}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </DataTable>
      </div>
    </div>
  );
}
