import type { LogRecord } from '#contract/analytics/analytics.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { DataTable } from '../../../ui/records/data-table.tsx';
import { StatusBadge } from '../../../ui/records/status-badge.tsx';
import { getStatusTone } from './log-columns.ts';
import styles from './log-table.module.css';
import { toFullName } from './log-users.ts';
import { useOpenRecord } from './use-open-record.ts';

interface LogTableProps {
  records: readonly LogRecord[];
  columns: readonly string[];
  /** The company's zone, in which every date stands. */
  timeZone: string;
}

const figures = new Set(['Messages', 'API calls']);

export function LogTable({ records, columns, timeZone }: LogTableProps) {
  return (
    <div className={styles.table}>
      <DataTable caption={`Conversations, newest first; times in ${timeZone}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column} data-align={figures.has(column) ? 'end' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <LogRow key={record._id} record={record} timeZone={timeZone} hasApiCalls={columns.includes('API calls')} />
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}

interface LogRowProps {
  record: LogRecord;
  timeZone: string;
  hasApiCalls: boolean;
}

/** One conversation. Its date is the link; a click anywhere else in the row does the same for the mouse. */
function LogRow({ record, timeZone, hasApiCalls }: LogRowProps) {
  const { getAddress, openByClick, openFromRow } = useOpenRecord(record._id);
  const date = formatDateTime(record.date, timeZone);
  return (
    <tr onClick={openFromRow}>
      <td>
        <a href={getAddress()} aria-haspopup="dialog" className={styles.date} onClick={openByClick}>
          <time dateTime={record.date}>{date}</time>
        </a>
      </td>
      <td>
        <bdi className={styles.name}>{record.skill}</bdi>
      </td>
      <td>
        <bdi>{toFullName(record.user)}</bdi>
      </td>
      <td data-align="end">{formatCount(record.messages)}</td>
      {hasApiCalls && <td data-align="end">{formatCount(record.apiCalls ?? 0)}</td>}
      <td>
        <StatusBadge tone={getStatusTone(record.status)} label={record.status} />
      </td>
    </tr>
  );
}
