import type { AuditEntry } from '#contract/audit.ts';
import { formatDateTime } from '#contract/calendar/formats.ts';
import { BreakableText } from '../../ui/text/breakable-text.tsx';
import { DataTable } from '../../ui/records/data-table.tsx';
import { HighlightedText } from '../../ui/records/highlighted-text.tsx';
import styles from './audit-table.module.css';
import { describeAction, describeSubject, listChanges } from './describe-entry.ts';
import type { FieldChange } from './describe-entry.ts';

export const auditColumns = ['When', 'Who', 'What', 'Change'] as const;

interface AuditTableProps {
  entries: readonly AuditEntry[];
  timeZone: string;
  /** Marked in names and addresses. */
  search: string;
}

export function AuditTable({ entries, timeZone, search }: AuditTableProps) {
  return (
    <div className={styles.table}>
      <DataTable caption="Changes, newest first">
        <thead>
          <tr>
            {auditColumns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>
                <time dateTime={entry.date}>{formatDateTime(entry.date, timeZone)}</time>
              </td>
              <td>
                <Actor actor={entry.actor} search={search} />
              </td>
              <td>
                <span className={styles.main}>
                  <HighlightedText text={describeSubject(entry)} query={search} />
                </span>
                <span className={styles.detail}>{describeAction(entry)}</span>
              </td>
              <td>
                <Changes changes={listChanges(entry)} />
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}

/** Somebody of another company, the provider, is named with it. */
function Actor({ actor, search }: { actor: AuditEntry['actor']; search: string }) {
  return (
    <>
      <span className={styles.actor}>
        <span>
          <HighlightedText text={actor.name} query={search} />
        </span>
        {actor.company !== null && <span className={styles.company}>{actor.company}</span>}
      </span>
      <span className={styles.detail}>
        <HighlightedText text={actor.email} query={search} />
      </span>
    </>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ label, note, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {note}
            {before !== undefined && (
              <del>
                <span className="visually-hidden">from </span>
                <BreakableText text={before} />
              </del>
            )}
            {before !== undefined && after !== undefined && (
              <span aria-hidden="true" className={styles.arrow}>
                {' → '}
              </span>
            )}
            {after !== undefined && (
              <ins>
                {before !== undefined && <span className="visually-hidden"> to </span>}
                <BreakableText text={after} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
