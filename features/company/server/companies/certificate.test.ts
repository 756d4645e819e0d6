import { expect, test } from 'vitest';
import { isPruned } from '#server/backup/whole/backup-names.ts';
import { toKeptBackups } from './certificate.ts';

const startedAt = new Date('2026-11-25T02:30:00.000Z');
const toMade = (file: string) => ({ file, startedAt });
const made = [
  '/b/steward-20261125T023000Z.tar.zst',
  '/mnt/own.tar.zst',
  '/b/steward-20261124T023000Z.tar.zst.age',
  '/b/before-upgrade.tar.zst',
  '/mnt/steward-20261123T023000Z.tar.zst',
  '/b/steward-20261122T023000Z.tar.zst',
].map(toMade);
const list = (at: string | undefined) =>
  toKeptBackups(
    made,
    { keep: 2, at, isPruned: (file) => isPruned('/b', file) },
    new Date('2026-11-25T12:00:00.000Z'),
  ).map(({ file, keptUntil }) => `${file} ${keptUntil?.slice(0, 10)}`);

test('only backups that a later one deletes are said to give way, the others stay until the operator deletes them', () => {
  expect(list('02:30')).toEqual([
    'steward-20261125T023000Z.tar.zst 2026-11-27',
    'own.tar.zst undefined',
    'steward-20261124T023000Z.tar.zst.age 2026-11-26',
    'before-upgrade.tar.zst undefined',
    'steward-20261123T023000Z.tar.zst undefined',
  ]);
});

test('without scheduled backups each stays until the operator deletes it', () => {
  expect(list(undefined)).toHaveLength(6);
  expect(list(undefined).every((line) => line.endsWith('undefined'))).toBe(true);
});
