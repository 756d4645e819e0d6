import { formatDateTime } from '#contract/calendar/formats.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { isUuid } from '#contract/uuid.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { defineColumns } from '../../ui/records/columns.ts';
import { HighlightedText } from '../../ui/text/highlighted-text.tsx';
import { BreakableText } from '../../ui/text/breakable-text.tsx';
import styles from './audit-page.module.css';
import { describeAction, describeSubject, formatValue, listChanges, type FieldChange } from './describe-entry.ts';

/** Enough of a request id to find its line in the portal's log. */
const shownIdLength = 8;

interface CellContext {
  timeZone: string;
  /** Marked in names and addresses. */
  search: string;
}

export const auditColumns = defineColumns<AuditEntry, CellContext>([
  {
    key: 'when',
    label: 'Time',
    width: '18%',
    narrowWidth: '16%',
    overflow: 'anywhere',
    cell: ({ date, requestId }, { timeZone }) => (
      <>
        <time className={styles.date} dateTime={date}>
          {formatDateTime(date, timeZone)}
        </time>
        {isUuid(requestId) && <span className={styles.detail}>{`Request ${requestId.slice(0, shownIdLength)}`}</span>}
      </>
    ),
  },
  {
    key: 'who',
    isName: true,
    label: 'Author',
    width: '22%',
    narrowWidth: '26%',
    overflow: 'anywhere',
    cell: ({ actor }, { search }) => <Actor actor={actor} search={search} />,
  },
  {
    key: 'what',
    label: 'Record',
    width: '22%',
    overflow: 'anywhere',
    cell: (entry, { search }) => (
      <>
        <span className={styles.main}>
          <Subject entry={entry} search={search} />
        </span>
        <span className={styles.detail}>{describeAction(entry)}</span>
      </>
    ),
  },
  {
    key: 'change',
    label: 'Change',
    overflow: 'anywhere',
    cell: (entry, { timeZone }) => <Changes changes={listChanges(entry)} timeZone={timeZone} />,
  },
]);

/** A record leads to its own entries; what has no id of its own, such as a denied request, does not. */
function Subject({ entry, search }: { entry: AuditEntry; search: string }) {
  const text = <HighlightedText text={describeSubject(entry)} query={search} />;
  const { entity, entityId } = entry;
  if (!isUuid(entityId)) return text;
  return (
    <Link to={paths.audit()} search={{ entity, entityId }} title="Show only this record">
      {text}
    </Link>
  );
}

/** An actor of another company, the provider, is shown with that company. */
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

function Changes({ changes, timeZone }: { changes: readonly FieldChange[]; timeZone: string }) {
  return (
    <dl className={styles.changes}>
      {changes.map(({ label, note, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {note && <span>{note}</span>}
            {before !== undefined && (
              <del>
                <span className="visually-hidden">from </span>
                <BreakableText text={formatValue(before, timeZone)} />
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
                <BreakableText text={formatValue(after, timeZone)} />
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
