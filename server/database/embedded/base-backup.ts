import type pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { clientConfig } from '../connection/connection.ts';
import { DatabaseRefused } from '../connection/errors.ts';
import { withOwner } from '../copy/owner-connection.ts';
import { DatabaseClient } from '../connection/database-client.ts';

/** The database, and the history that it is on: one that was restored to an earlier moment begins another. */
export interface HistoryLine {
  readonly system: string;
  readonly timeline: number;
}

export async function findLine(client: pg.Client): Promise<HistoryLine> {
  const { rows } = await client.query<HistoryLine>(
    `select (select system_identifier::text from pg_control_system()) as system,
        (select timeline_id from pg_control_checkpoint()) as timeline`,
  );
  return rows[0] ?? { system: '', timeline: 0 };
}

/** Any number, the same in every version. */
const turnKey = 7_283_914_021;

/** Waits until no other base is made, e.g. by an operator beside the portal: it would delete the drafts of this one. The turn ends with the connection. */
export async function awaitTurn(client: pg.Client): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [turnKey]);
}

interface BegunBase {
  /** The first segment of the log that the base needs. */
  readonly segment: string;
  readonly at: Date;
}

/**
 * Lets the data folder be copied while it is written, until `endBase` on the same connection.
 * @throws DatabaseRefused where the server keeps no log for an archive
 */
export async function beginBase(client: pg.Client): Promise<BegunBase> {
  const { rows: modes } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`);
  if (modes[0]?.mode !== 'on') {
    throw new DatabaseRefused('The database was started without ARCHIVE_FOLDER: start the portal anew.');
  }
  const { rows } = await client.query<BegunBase>(
    `select pg_walfile_name(pg_backup_start('steward', true)) as segment, clock_timestamp() as at`,
  );
  if (!rows[0]) throw new Error('the base was not begun');
  return rows[0];
}

/** Waits until the log that the base needs is copied aside. @returns its label, and the first moment that it gives */
export async function endBase(client: pg.Client): Promise<{ readonly label: string; readonly at: Date }> {
  const { rows } = await client.query<{ label: string; at: Date }>(
    'select labelfile as label, clock_timestamp() as at from pg_backup_stop(true)',
  );
  if (!rows[0]) throw new Error('the base was not ended');
  return rows[0];
}

const recoveryPauseMs = 100;

/** Waits for the end of a recovery. @throws where the server ends before, or at the signal */
export async function waitForRecovery(ownerUrl: string, stop?: AbortSignal): Promise<void> {
  const client = new DatabaseClient(clientConfig(ownerUrl, 'steward restore'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query<{ goes: boolean }>('select pg_is_in_recovery() as goes');
      if (rows[0]?.goes === false) return;
      await sleep(recoveryPauseMs, undefined, stop && { signal: stop });
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Deletes the mails that wait to be sent. */
export const dropMails = (ownerUrl: string) =>
  withOwner(ownerUrl, (client) => client.query(`delete from pgboss.job where name = 'mail.send'`));

/** Whether the server copies what it writes aside, and whether the last try failed. */
export async function findArchiver(
  client: pg.Client,
): Promise<{ readonly isOn: boolean; readonly isFailing: boolean }> {
  const { rows } = await client.query<{ isOn: boolean; isFailing: boolean }>(
    `select current_setting('archive_mode') = 'on' as "isOn",
        coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing" from pg_stat_archiver`,
  );
  return rows[0] ?? { isOn: false, isFailing: false };
}
