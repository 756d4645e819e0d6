import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Database } from '../../database/open-database.ts';
import { listGone } from '../../lib/gone-files.ts';
import { isBackupName } from './backup-names.ts';
import { deleteBackupRecord, listBackupRecords } from './backups.repository.ts';

/**
 * Deletes all but the latest `keep` backups beside `path` that the portal named, then the records of what is gone: of files that
 * were deleted, and of failed attempts from before the oldest file that is kept.
 * @returns names of the deleted files
 */
export async function pruneBackups(
  database: Pick<Database, 'inSystem'>,
  path: string,
  keep: number,
): Promise<string[]> {
  const folder = dirname(path);
  const names = (await readdir(folder)).filter(isBackupName).toSorted();
  const old = names.slice(0, -keep).filter((name) => name !== basename(path));
  for (const name of old) await rm(join(folder, name));
  const records = await database.inSystem('backups.record', listBackupRecords);
  const deleted = new Set(await listGone([path, ...records.flatMap(({ file }) => file ?? [])]));
  const kept: Date[] = [];
  const gone: string[] = [];
  for (const { id, file, startedAt } of records) {
    if (file === null) continue;
    if (deleted.has(file)) gone.push(id);
    else if (dirname(file) === folder) kept.push(startedAt);
  }
  const oldest = kept.length === 0 ? 0 : Math.min(...kept.map((time) => time.getTime()));
  const failed = records.filter(({ file, startedAt }) => file === null && startedAt.getTime() < oldest);
  await database.inSystem('backups.record', async (tx) => {
    for (const id of [...gone, ...failed.map((each) => each.id)]) await deleteBackupRecord(tx, { id });
  });
  return old;
}
