import { formatDateTime } from '#contract/calendar/formats.ts';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import { describeAction } from '#features/protection/contract/action-words.ts';
import { isUuid } from '#contract/uuid.ts';
import { Link } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';
import { defineColumns } from '#web/ui/records/columns.ts';
import { HighlightedText } from '#web/ui/text/highlighted-text.tsx';
import { BreakableText } from '#web/ui/text/breakable-text.tsx';
import { Block, Row, Stack, Text } from '#web/ui/layout/layout.tsx';
import styles from './audit.module.css';
import { describeSubject, formatValue, listChanges, type FieldChange } from './describe-entry.ts';

/** Enough of a request id to find its line in the portal's log. */
const shownIdLength = 8;

interface CellContext {
  timeZone: string;
  /** Marked in names, addresses and actions. */
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
        <Text as="time" size="sm" tone="soft" dateTime={date}>
          {formatDateTime(date, timeZone)}
        </Text>
        {isUuid(requestId) && (
          <Block as="details" size="sm" tone="faint" className={styles.request}>
            <summary aria-label="Request" title="Request">
              …
            </summary>
            <span>{`Request ${requestId.slice(0, shownIdLength)}`}</span>
          </Block>
        )}
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
    isHeader: true,
    width: '22%',
    overflow: 'anywhere',
    cell: (entry, { search }) => (
      <>
        <Text as="span" block weight="medium">
          <Subject entry={entry} search={search} />
        </Text>
        {entry.conversation !== undefined && (
          <Text as="span" block size="sm">
            {describeConversation(entry.conversation)}
          </Text>
        )}
        <Text as="span" block size="sm" tone="faint">
          <HighlightedText text={describeAction(entry)} query={search} />
        </Text>
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

const describeConversation = (conversation: { user: string; skill: string } | null) =>
  conversation ? `${conversation.user}, ${conversation.skill}` : 'This conversation was deleted.';

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
      <Row as="span" gap={2} rowGap={0} wrap weight="medium">
        <span>
          <HighlightedText text={actor.name} query={search} />
        </span>
        {actor.company !== null && (
          <Text as="span" pad={[0, 2]} size="xs" tone="amber" weight="strong" className={styles.company}>
            <HighlightedText text={actor.company} query={search} />
          </Text>
        )}
      </Row>
      <Text as="span" block size="sm" tone="faint">
        <HighlightedText text={actor.email} query={search} />
      </Text>
    </>
  );
}

function Changes({ changes, timeZone }: { changes: readonly FieldChange[]; timeZone: string }) {
  return (
    <Stack as="dl" gap="hair" size="sm" className={styles.changes}>
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
              <Text aria-hidden="true" as="span" tone="faint">
                {' → '}
              </Text>
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
    </Stack>
  );
}
