import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDateTime, formatShortDate } from '#contract/calendar/formats.ts';
import type { IntakeKey } from '#features/intake/contract/intake-keys.ts';
import { MoreIcon } from '#web/ui/drawings/icons.tsx';
import { Dropdown, DropdownItem } from '#web/ui/dropdown.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { paths } from '#web/paths.ts';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { Row, Text, look } from '#web/ui/layout/layout.tsx';
import styles from './intake-keys.module.css';

interface CellContext {
  timeZone: string;
  onRename: (key: IntakeKey) => void;
  onRotate: (key: IntakeKey) => void;
  onRevoke: (key: IntakeKey) => void;
  onDeleteContents: (key: IntakeKey) => void;
}

export const intakeKeyColumns = defineColumns<IntakeKey, CellContext>([
  {
    key: 'name',
    label: 'Name',
    overflow: 'anywhere',
    text: ({ name }) => name,
    sort: 'text',
    cell: ({ id, name, hint, integrations }) => (
      <>
        <Link to={paths.intakeKey(id)} {...look({ weight: 'medium' })}>
          {name}
        </Link>
        <Text translate="no" as="code" block size="sm" tone="faint" mono>
          <span className="visually-hidden">ends with </span>
          <span>{`…${hint}`}</span>
        </Text>
        {integrations.length > 0 && (
          <Text as="span" block size="sm" tone="faint">
            Reads the credentials of <bdi>{integrations.map((each) => each.name).join(', ')}</bdi>
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'created',
    label: 'Created',
    width: '17%',
    narrowWidth: '19%',
    text: ({ createdAt }) => createdAt,
    sort: 'text',
    cell: ({ createdAt, createdBy }, { timeZone }) => (
      <>
        <time dateTime={createdAt}>{formatShortDate(createdAt, timeZone)}</time>
        <Text as="span" block size="sm" tone="faint">{`by ${createdBy}`}</Text>
      </>
    ),
  },
  {
    key: 'lastUsed',
    label: 'Last used',
    width: '17%',
    text: ({ lastUsedAt }) => lastUsedAt ?? '',
    sort: 'text',
    cell: ({ lastUsedAt }, { timeZone }) =>
      lastUsedAt === null ? (
        <Text as="span" tone="faint">
          Never
        </Text>
      ) : (
        <time dateTime={lastUsedAt}>{formatDateTime(lastUsedAt, timeZone)}</time>
      ),
  },
  {
    key: 'state',
    label: 'Status',
    width: '20%',
    narrowWidth: '21%',
    cell: (intakeKey, { timeZone }) => <KeyState intakeKey={intakeKey} timeZone={timeZone} />,
  },
  {
    key: 'actions',
    label: 'Actions',
    isLabelHidden: true,
    width: '14rem',
    narrowWidth: '5.75rem',
    align: 'end',
    cell: (intakeKey, context) =>
      intakeKey.revokedAt === null ? (
        <KeyActions intakeKey={intakeKey} {...context} />
      ) : (
        <Row gap={2} align="stretch" justify="end" wrap className={styles.actions}>
          <Dropdown label={`Options of ${intakeKey.name}`} button={<MoreIcon />}>
            <DropdownItem tone="danger" onSelect={() => context.onDeleteContents(intakeKey)}>
              Delete conversations
            </DropdownItem>
          </Dropdown>
        </Row>
      ),
  },
]);

/** Effect of spending limits on a key. */
const limitEffects: Readonly<Record<IntakeKey['limits'], string | null>> = {
  enforced: 'Asks before runs: limits stop it',
  reported: 'Only reports: limits don’t stop it',
  unused: null,
};

const alertBadges = {
  silent: { tone: 'amber', label: 'Silent' },
  failing: { tone: 'red', label: 'Reports are rejected' },
} as const;

function KeyState({
  intakeKey: { revokedAt, previousUntil, limits, alert },
  timeZone,
}: {
  intakeKey: IntakeKey;
  timeZone: string;
}) {
  if (revokedAt !== null) {
    return (
      <>
        <StatusBadge tone="grey" label="Revoked" />
        <Text as="time" block size="sm" tone="faint" dateTime={revokedAt}>
          {formatDateTime(revokedAt, timeZone)}
        </Text>
      </>
    );
  }
  const effect = (
    <>
      <Text as="span" block size="sm" tone="faint">
        {limitEffects[limits]}
      </Text>
      {alert && <StatusBadge {...alertBadges[alert]} />}
    </>
  );
  if (previousUntil === null) {
    return (
      <>
        <StatusBadge tone="green" label="Active" />
        {effect}
      </>
    );
  }
  return (
    <>
      <StatusBadge tone="amber" label="Rotated" />
      <Text as="span" block size="sm" tone="faint">
        Old key valid until <time dateTime={previousUntil}>{formatDateTime(previousUntil, timeZone)}</time>
      </Text>
      {effect}
    </>
  );
}

function KeyActions({ intakeKey, onRename, onRotate, onRevoke }: CellContext & { intakeKey: IntakeKey }) {
  const actions = [
    { label: 'Rename', run: onRename },
    { label: 'Rotate', run: onRotate },
  ];
  return (
    <Row gap={2} align="stretch" justify="end" wrap className={styles.actions}>
      {actions.map(({ label, run }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="default"
          aria-label={`${label} ${intakeKey.name}`}
          onClick={() => run(intakeKey)}
        >
          {label}
        </Button>
      ))}
      <Dropdown label={`Options of ${intakeKey.name}`} button={<MoreIcon />}>
        <DropdownItem tone="danger" onSelect={() => onRevoke(intakeKey)}>
          Revoke key
        </DropdownItem>
      </Dropdown>
    </Row>
  );
}
