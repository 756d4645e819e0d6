import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../database/testing/test-database.ts';
import { nameBackup } from './backup-names.ts';
import { createBackupRecord, listBackupRecords } from './backups.repository.ts';
import { pruneBackups } from './prune-backups.ts';

test('old backups are deleted with their records, but no other file and not the latest', async () => {
  const database = await openTestDatabase();
  const own = await mkdtemp(join(tmpdir(), 'steward-backups-'));
  const dates = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => new Date(`${day}T02:30:00Z`));
  const names = dates.map((at) => nameBackup(own, {}, at));
  // Two of one second have two names.
  expect(names).not.toContain(nameBackup(own, {}, dates[0] ?? new Date()));
  const notes = join(own, 'notes.tar.zst');
  for (const name of [...names, notes]) await writeFile(name, '');
  const record = (file: string | null, day: string) => {
    const at = new Date(`${day}T02:30:00Z`);
    const facts = { bytes: 1, rowCount: 1, isVerified: true, error: file === null ? 'No space is left.' : null };
    const row = { id: randomUUID(), startedAt: at, finishedAt: at, file, sealedBy: null, ...facts };
    return database.inSystem('backups.record', (tx) => createBackupRecord(tx, row));
  };
  for (const [place, name] of names.entries()) await record(name, `2026-01-0${place + 1}`);
  // Failed before the oldest kept one, failed after it, deleted by hand, and on a disk that is not mounted.
  await record(null, '2026-01-01');
  await record(null, '2026-01-03');
  await record(join(own, 'by-hand.tar.zst'), '2026-01-02');
  await record('/not/mounted/steward.tar.zst', '2025-12-31');
  // The mount point of a disk is there without it.
  const mountPoint = await mkdtemp(join(tmpdir(), 'steward-unmounted-'));
  const unmounted = join(mountPoint, 'steward.tar.zst');
  await record(unmounted, '2025-12-30');
  expect(await pruneBackups(database, names[2] ?? '', 2)).toEqual([basename(names[0] ?? '')]);
  expect((await readdir(own)).toSorted()).toEqual([notes, ...names.slice(1)].map((path) => basename(path)));
  const kept = await database.inSystem('backups.record', listBackupRecords);
  expect(kept.map(({ file }) => file).toSorted()).toEqual(
    [names[1], names[2], '/not/mounted/steward.tar.zst', unmounted, null].toSorted(),
  );
  for (const folder of [own, mountPoint]) await rm(folder, { recursive: true, maxRetries: 10 });
  await database.close();
});
