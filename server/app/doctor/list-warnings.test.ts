import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig, type Config } from '../../config/config.ts';
import { openFiles } from '../../outside/files/open-files.ts';
import { describeDifferences } from '../compare-zones.ts';
import { systemClock } from '../../outside/clock.ts';
import type { LightParts } from './check.ts';
import { doctorChecks } from '#contract/doctor-checks.ts';
import { checks, listWarnings as listAll } from './run-checks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-trial-'));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

const listWarnings = (config: Config, parts: Pick<LightParts, 'files'> & Partial<LightParts>) =>
  listAll({ config, clock: systemClock, database: undefined, checkMail: undefined, ...parts });
const local = (path: string) => openFiles(readConfig({ DATA_DIR: path }));

test('each check has its words, in the order of the lines', () => {
  expect(checks.map(({ id }) => id)).toEqual(Object.keys(doctorChecks));
});

test('storage that takes a file is no warning, and keeps nothing of the trial; one that takes none is', async () => {
  const files = await local(folder);
  expect(await listWarnings(readConfig({}), { files })).toEqual([]);
  const none = '00000000-0000-0000-0000-000000000000';
  expect(await files.measure(none)).toEqual({ count: 0, bytes: 0 });
  await rm(join(folder, 'files'), { recursive: true, maxRetries: 10 });
  await writeFile(join(folder, 'files'), 'no folder');
  expect(await listWarnings(readConfig({}), { files })).toEqual([
    'Files cannot be stored or read: DATA_DIR/files is a file, or lies below one: make it a folder.',
  ]);
  await rm(join(folder, 'files'));
});

test('an object store that is away, or that is a web server, is a warning', async () => {
  const page = createServer((request, response) => {
    request.resume();
    response.end('<html></html>');
  });
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const s3 = { FILES_S3_BUCKET: 'steward', FILES_S3_ACCESS_KEY_ID: 'a', FILES_S3_SECRET_ACCESS_KEY: 'b' };
  const warn = async (endpoint: string) => {
    const config = readConfig({ ...s3, FILES_S3_ENDPOINT: endpoint });
    return (await listWarnings(config, { files: await openFiles(config) }))[0];
  };
  expect(await warn('http://127.0.0.1:1')).toMatch(/^Files cannot be stored or read: the object store does not answer/);
  expect(await warn(`http://127.0.0.1:${(page.address() as AddressInfo).port}`)).toMatch(/as an object store/);
  page.close();
});

test('a mail server that takes nothing, or takes it unencrypted from afar, is a warning', async () => {
  const files = await local(folder);
  const warn = (url: string, check: { failure: string | undefined; isEncrypted: boolean }) =>
    listWarnings(readConfig({ SMTP_URL: url }), { files, checkMail: async () => check });
  expect(await warn('smtp://mail.acme.test', { failure: 'correct it', isEncrypted: false })).toEqual([
    'E-mails cannot be sent: correct it.',
  ]);
  const [plain] = await warn('smtp://mail.acme.test', { failure: undefined, isEncrypted: false });
  expect(plain).toMatch(/unencrypted: set smtps:\/\/ and its port for TLS\.$/);
  expect(await warn('smtp://mail.acme.test', { failure: undefined, isEncrypted: true })).toEqual([]);
  expect(await warn('smtp://127.0.0.1', { failure: undefined, isEncrypted: false })).toEqual([]);
});

test('a folder of scheduled backups that can not be written is a warning, and needs none otherwise', async () => {
  const files = await local(folder);
  await writeFile(join(folder, 'file'), '');
  const warn = (env: Record<string, string>) => listWarnings(readConfig(env), { files });
  const below = join(folder, 'file/backups');
  expect(await warn({ BACKUP_AT: '02:30', BACKUP_FOLDER: below })).toEqual([
    `Backups cannot be written: BACKUP_FOLDER ${below} is a file, or lies below one: set BACKUP_FOLDER to a folder.`,
  ]);
  expect((await warn({ BACKUP_AT: '02:30', BACKUP_FOLDER: '/proc/backups' }))[0]).toMatch(
    /^Backups cannot be written: BACKUP_FOLDER \/proc\/backups can not be made there: set BACKUP_FOLDER/,
  );
  expect(await warn({ BACKUP_FOLDER: below })).toEqual([]);
  const made = join(folder, 'a/b');
  expect(await warn({ BACKUP_AT: '02:30', BACKUP_FOLDER: made })).toEqual([]);
  expect(await readdir(made)).toEqual([]);
});

test('zones that the database changes at other times, or does not know, are a warning with the first day', () => {
  const from = Date.UTC(2026, 9, 20, 12);
  const offsets = (change: number) => Array.from({ length: 20 }, (_, day) => (day < change ? 10_800 : 7200));
  // Tallinn puts its clocks back on 25 October 2026.
  expect(describeDifferences([{ zone: 'Europe/Tallinn', offsets: offsets(5) }], from)).toBeUndefined();
  const described = describeDifferences(
    [
      { zone: 'Europe/Tallinn', offsets: offsets(7) },
      { zone: 'Mars/Olympus', offsets: null },
    ],
    from,
  );
  expect(described).toContain(': Europe/Tallinn from 25 Oct 2026, Mars/Olympus is not known to the database. ');
});
