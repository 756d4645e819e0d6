import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nameBackup } from './backup-names.ts';
import { deleteOldBackups } from './make-backup.ts';

test('old backups are deleted, but no other file and not the latest', async () => {
  const own = await mkdtemp(join(tmpdir(), 'steward-backups-'));
  const dates = ['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => new Date(`${day}T02:30:00Z`));
  const names = dates.map((at) => nameBackup(own, {}, at));
  for (const name of [...names, join(own, 'notes.tar.zst')]) await writeFile(name, '');
  expect(await deleteOldBackups(names[2] ?? '', 2)).toEqual(['steward-20260101T023000Z.tar.zst']);
  expect(await readdir(own)).toEqual([
    'notes.tar.zst',
    'steward-20260102T023000Z.tar.zst',
    'steward-20260103T023000Z.tar.zst',
  ]);
  await rm(own, { recursive: true, maxRetries: 10 });
});
