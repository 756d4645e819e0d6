import { toColumn } from '../../sql/columns.ts';
import { systemStatement } from '../../sql/statement.ts';
import { boolean, instant, integer, nullable, text, uuid, type RowOf } from '../../sql/types.ts';

const outcome = {
  id: uuid,
  startedAt: instant,
  finishedAt: instant,
  /** The path of the file; null where none was made. */
  file: nullable(text),
  bytes: nullable(integer),
  rowCount: nullable(integer),
  isVerified: boolean,
  /** Why there is no file, or why it could not be verified. */
  error: nullable(text),
  /** Names of the keys that the file needs, with a space between; null where a program before recorded it. */
  sealedBy: nullable(text),
};

export type BackupRecord = RowOf<typeof outcome>;

const names = Object.keys(outcome);

export const createBackupRecord = systemStatement.run({
  text: `insert into backups (${names.map(toColumn).join(', ')}) values (${names.map((name) => `$${name}`).join(', ')})`,
  params: outcome,
});

/** Files of backups that are not known to be gone, the latest first. */
export const listBackupFiles = systemStatement.list({
  text: `
    select coalesce(file, '') as file, sealed_by as "sealedBy" from backups where file is not null
    order by started_at desc, id`,
  row: { file: text, sealedBy: nullable(text) },
});

/** Every attempt, the latest first. */
export const listBackupRecords = systemStatement.list({
  text: 'select id, file, started_at as "startedAt" from backups order by started_at desc, id',
  row: { id: uuid, file: nullable(text), startedAt: instant },
});

/** When the last backup began that has a file. */
export const findLastBackup = systemStatement.find({
  text: 'select started_at as "startedAt" from backups where file is not null order by started_at desc limit 1',
  row: { startedAt: instant },
});

/** A record is written anew when its backup has gone further. */
export const deleteBackupRecord = systemStatement.run({
  text: 'delete from backups where id = $id',
  params: { id: uuid },
});

/** Records have one row a backup; those of a year are kept. */
export const deleteOldBackupRecords = systemStatement.run({
  text: 'delete from backups where started_at < $before',
  params: { before: instant },
});
