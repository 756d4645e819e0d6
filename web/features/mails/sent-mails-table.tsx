import type { MouseEvent } from 'react';
import type { SentMailRow } from '#contract/mails/mails.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { DataTable } from '../../ui/records/data-table.tsx';
import { kindNames } from './mail-words.ts';
import styles from './mails.module.css';
import { useOpenMail } from './use-open-mail.ts';

export const mailColumns = ['Date', 'Subject', 'Kind', 'To'] as const;

export function SentMailsTable({ mails, timeZone }: { mails: readonly SentMailRow[]; timeZone: string }) {
  return (
    <div className={styles.table}>
      <DataTable caption="Sent mails">
        <thead>
          <tr>
            {mailColumns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={mail.id}>
              <td>
                <time dateTime={mail.date}>{formatDateTime(mail.date, timeZone)}</time>
              </td>
              <td data-wrap="anywhere">
                <MailLink mail={mail} />
              </td>
              <td>{kindNames[mail.kind]}</td>
              <td data-wrap="anywhere">{mail.recipient}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}

/** A link, so that it can be opened in another tab too. */
function MailLink({ mail: { id, subject } }: { mail: SentMailRow }) {
  const { getAddress, open } = useOpenMail();
  function openHere(event: MouseEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open({ mail: id });
  }
  return (
    <a href={getAddress({ mail: id })} className={styles.subject} onClick={openHere}>
      <bdi>{subject}</bdi>
    </a>
  );
}
