import { Button } from '@mantine/core';
import type { IntakeKey } from '#contract/intake/intake-keys.ts';
import { formatDateTime, formatLongDate } from '#contract/calendar/formats.ts';
import { DataTable } from '../../ui/records/data-table.tsx';
import { StatusBadge } from '../../ui/records/status-badge.tsx';
import styles from './intake-keys-page.module.css';

export const keyColumns = ['Name', 'Created', 'Last used', 'State', ''] as const;

interface IntakeKeysTableProps {
  keys: readonly IntakeKey[];
  timeZone: string;
  onRename: (key: IntakeKey) => void;
  onRotate: (key: IntakeKey) => void;
  onRevoke: (key: IntakeKey) => void;
}

export function IntakeKeysTable({ keys, timeZone, ...actions }: IntakeKeysTableProps) {
  return (
    <div className={styles.keys}>
      <DataTable caption="Intake keys">
        <thead>
          <tr>
            {keyColumns.map((column) => (
              <th key={column} scope="col">
                {column || <span className="visually-hidden">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td data-wrap="anywhere">
                <span className={styles.name}>{key.name}</span>
                <code className={styles.detail}>
                  <span className="visually-hidden">ends with </span>…{key.hint}
                </code>
              </td>
              <td>
                <time dateTime={key.createdAt}>{formatLongDate(key.createdAt, timeZone)}</time>
                <span className={styles.detail}>by {key.createdBy}</span>
              </td>
              <td>
                {key.lastUsedAt === null ? (
                  <span className={styles.never}>Never</span>
                ) : (
                  <time dateTime={key.lastUsedAt}>{formatDateTime(key.lastUsedAt, timeZone)}</time>
                )}
              </td>
              <td>
                <KeyState intakeKey={key} timeZone={timeZone} />
              </td>
              <td data-align="end">{key.revokedAt === null && <KeyActions intakeKey={key} {...actions} />}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  );
}

function KeyState({ intakeKey: { revokedAt, previousUntil }, timeZone }: { intakeKey: IntakeKey; timeZone: string }) {
  if (revokedAt !== null) {
    return (
      <>
        <StatusBadge tone="grey" label="Revoked" />
        <time className={styles.detail} dateTime={revokedAt}>
          {formatDateTime(revokedAt, timeZone)}
        </time>
      </>
    );
  }
  if (previousUntil === null) return <StatusBadge tone="green" label="Active" />;
  return (
    <>
      <StatusBadge tone="amber" label="Rotated" />
      <span className={styles.detail}>
        Old key good until <time dateTime={previousUntil}>{formatDateTime(previousUntil, timeZone)}</time>
      </span>
    </>
  );
}

type KeyActionsProps = Pick<IntakeKeysTableProps, 'onRename' | 'onRotate' | 'onRevoke'> & { intakeKey: IntakeKey };

function KeyActions({ intakeKey, onRename, onRotate, onRevoke }: KeyActionsProps) {
  const actions = [
    { label: 'Rename', act: onRename },
    { label: 'Rotate', act: onRotate },
    { label: 'Revoke', act: onRevoke },
  ];
  return (
    <div className={styles.actions}>
      {actions.map(({ label, act }) => (
        <Button
          key={label}
          size="compact-sm"
          variant="default"
          aria-label={`${label} ${intakeKey.name}`}
          onClick={() => act(intakeKey)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
