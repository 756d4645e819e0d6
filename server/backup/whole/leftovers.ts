import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { clearBetweenBackups, withBackupLock } from '../../database/copy/backup-lock.ts';
import { dropLeftScratchDatabases } from '../../database/copy/scratch-database.ts';
import { draftSuffix } from '../format/archive-writer.ts';
import { isBackupName } from './backup-names.ts';

/** Runs `work` as a backup to `path`, after what interrupted ones have left is deleted. */
export const withoutLeftovers = <T>(ownerUrl: string, path: string, work: () => Promise<T>): Promise<T> =>
  withBackupLock(
    ownerUrl,
    async (owner) => {
      await dropLeftScratchDatabases(owner);
      await deleteDrafts(dirname(path), [basename(path)]);
    },
    work,
  );

/** Deletes copies and half files of backups that were killed, unless one runs. */
export async function deleteLeftovers({ database, backupFolder }: LeftoverPlaces): Promise<void> {
  await clearBetweenBackups(database.ownerUrl, async (owner) => {
    await dropLeftScratchDatabases(owner);
    await deleteDrafts(backupFolder);
  });
}

export interface LeftoverPlaces {
  readonly database: { readonly ownerUrl: string };
  readonly backupFolder: string;
}

/** @param others names that are a backup too, although an operator chose them */
async function deleteDrafts(folder: string, others: readonly string[] = []): Promise<void> {
  for (const file of await readdir(folder).catch(() => [])) {
    if (!file.endsWith(draftSuffix)) continue;
    const name = file.slice(0, -draftSuffix.length);
    if (isBackupName(name) || others.includes(name)) await rm(join(folder, file), { force: true });
  }
}
