import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import { createBackupProcess } from '../../background/scheduled-backups.ts';
import { inspectSecrets } from '../../app/inspect-secrets.ts';
import { withDatabase } from '../../database/connection/connection.ts';
import { withBackupLock } from '../../database/copy/backup-lock.ts';
import { createTestDatabase } from '../../database/testing/test-database.ts';
import { isDistributedRun, runAsOwner } from '../../database/testing/test-server.ts';
import { useSkillCalls } from '#features/skills/server/testing/skill-calls.ts';
import { newFileKey } from '../../lib/crypto/file-keys.ts';
import { openLocalFiles } from '../../outside/files/local-files.ts';
import { openS3Files } from '../../outside/files/s3-files.ts';
import { s3Credentials, startS3 } from '../../outside/files/testing/s3-server.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { greyPng } from '../../testing/pictures.ts';
import { compiled } from '../../testing/portal-program.ts';
import { useTestPortal } from '../../testing/test-portal.ts';
import type { Operations } from '#features/company/contract/operations.ts';
import { deleteLeftovers } from './leftovers.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup, type RestoreTarget } from './restore-backup.ts';

const command = fileURLToPath(new URL('../../commands/backup/backup.ts', import.meta.url));
const portal = useTestPortal();
const calls = useSkillCalls(portal);
let folder: string;
let prefix: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-interrupted-'));
  const { rows } = await runAsOwner(portal().database.ownerUrl, 'select left(current_database(), 40) as name');
  prefix = `${(rows[0] as { name: string }).name}_verify_`;
});
afterEach(async () => {
  for (const name of await listScratch()) await runAsOwner(portal().database.ownerUrl, `drop database ${name}`);
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

async function listScratch(): Promise<string[]> {
  const text = `select datname as name from pg_database where starts_with(datname, '${prefix}') order by 1`;
  const { rows } = await runAsOwner(portal().database.ownerUrl, text);
  return rows.map(({ name }: { name: string }) => name);
}

const makeScratch = (end: string) => runAsOwner(portal().database.ownerUrl, `create database ${prefix}${end}`);

const log = pino({ level: 'silent' });

function backUp(path: string, stop?: AbortSignal) {
  const { database, adapters, clock, secrets } = portal();
  const context = { database, logins: database.logins, files: adapters.files, secrets, clock, log };
  return makeBackup(
    { ...context, installations: [installJobs], inspectSecrets: (inspected) => inspectSecrets(inspected, secrets) },
    { path, encryption: {}, decryption: undefined, stop },
  );
}

const toSettings = () => ({
  DATABASE_URL: portal().database.ownerUrl,
  DATABASE_APP_URL: portal().database.logins.appUrl,
  DATABASE_SYSTEM_URL: portal().database.logins.systemUrl,
  AUTH_SECRET: portal().secrets.auth,
  SECRETS_KEY: portal().secrets.key,
  DATA_DIR: portal().dataDir,
  BACKUP_FOLDER: folder,
});

/** A verification makes all tables, which takes long on a busy machine. */
const slowMs = 180_000;

/** `npm run backup` as a process of its own. */
function startBackup() {
  const child = spawn(process.execPath, [command], {
    env: { ...compiled, ...toSettings() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => {
    errors += text.toString();
  });
  return { child, ended: once(child, 'close'), errors: () => errors };
}

const isVerifying = () =>
  vi.waitFor(async () => expect(await listScratch()).toHaveLength(1), { timeout: slowMs, interval: 20 });

test('a backup deletes what interrupted ones have left, and nothing else', async () => {
  await makeScratch('0123abcd');
  await makeScratch('4567cdef');
  await makeScratch('not_ours');
  const user = new pg.Client({ connectionString: withDatabase(portal().database.ownerUrl, `${prefix}4567cdef`) });
  await user.connect();
  const path = join(folder, 'named.tar.zst');
  const drafts = [
    'named.tar.zst.part',
    'steward-20260101T023000Z.tar.zst.part',
    'steward-20260101T023000Z.tar.zst.age.part',
  ];
  for (const name of [...drafts, 'notes.part']) await writeFile(join(folder, name), 'half');
  await backUp(path);
  expect(await listScratch()).toEqual([`${prefix}4567cdef`, `${prefix}not_ours`]);
  expect((await readdir(folder)).toSorted()).toEqual(['named.tar.zst', 'notes.part']);
  await user.end();
});

test('while another backup runs, its copy and its file are left alone', async () => {
  const places = { database: portal().database, backupFolder: folder };
  const half = join(folder, 'steward-20260102T023000Z.tar.zst.part');
  await writeFile(half, 'half');
  await makeScratch('0123abcd');
  const nothing = async () => undefined;
  await withBackupLock(portal().database.ownerUrl, nothing, async () => {
    await deleteLeftovers(places);
    await withBackupLock(portal().database.ownerUrl, () => Promise.reject(new Error('cleared')), nothing);
  });
  expect(await listScratch()).toEqual([`${prefix}0123abcd`]);
  expect(await readdir(folder)).toContain('steward-20260102T023000Z.tar.zst.part');
  await deleteLeftovers(places);
  expect(await listScratch()).toEqual([]);
  expect(await readdir(folder)).not.toContain('steward-20260102T023000Z.tar.zst.part');
});

test(
  'the copy of a backup that is killed is counted on the page, and the next one deletes it and says what became of the file',
  async () => {
    const { child, ended } = startBackup();
    await isVerifying();
    child.kill('SIGKILL');
    await ended;
    const { superAdmin } = await portal().makeCompany({ isProvider: true });
    const read = async () => (await portal().call('/operations', { as: superAdmin })).body as Operations;
    await vi.waitFor(async () => expect((await read()).leftovers.databases).toBe(1), { timeout: 10_000 });
    expect((await read()).backups[0]).toMatchObject({
      isVerified: false,
      error: 'Its verification is running, or was interrupted.',
    });
    await backUp(join(folder, 'next.tar.zst'));
    expect(await listScratch()).toEqual([]);
    expect((await read()).leftovers).toEqual({ databases: 0, files: 0 });
  },
  slowMs,
);

test(
  'a backup that gets SIGTERM deletes its copy, and says so in one line',
  async () => {
    const { child, ended, errors } = startBackup();
    await isVerifying();
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
    expect(errors()).toMatch(/^The backup was stopped: \S+\.tar\.zst is there, but it was not verified\.\n$/);
    expect(await listScratch()).toEqual([]);
  },
  slowMs,
);

test('a backup that is stopped while it writes leaves no file', async () => {
  const stop = new AbortController();
  const path = join(folder, 'stopped.tar.zst');
  const stopped = backUp(path, stop.signal);
  stop.abort();
  await expect(stopped).rejects.toThrow('The backup was stopped: no file of it is left.');
  expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([]);
});

test('a portal that stops ends its backup, waits for it, and starts none any more', async () => {
  const lines = `process.on('SIGTERM', () => setTimeout(() => { console.error('ended'); process.exit(1); }, 50));
    setInterval(() => undefined, 1000); require('node:fs').writeFileSync(process.argv[1], '');`;
  const mark = join(folder, 'began');
  const backups = createBackupProcess(['-e', lines, mark]);
  const run = backups.run().then(
    () => 'done',
    (error: Error) => error.message,
  );
  await vi.waitFor(async () => expect(await readdir(folder)).toContain('began'), { timeout: 10_000 });
  await backups.stop();
  expect(await run).toBe('ended');
  await expect(backups.run()).rejects.toThrow('The portal is stopping.');
});

test('a restore that is stopped leaves no row, and the next one is whole', async () => {
  const path = join(folder, 'restored.tar.zst');
  await calls.upload((await portal().makeCompany()).superAdmin, greyPng(600, 300));
  await backUp(path);
  const { ownerUrl, logins, drop } = await createTestDatabase(
    isDistributedRun ? undefined : inject('testServer').template,
  );
  const storage = await openLocalFiles(await mkdtemp(join(folder, 'files-')));
  const stop = new AbortController();
  const stopping: typeof storage.put = (...file) => {
    stop.abort(new Error('Stopped.'));
    return storage.put(...file);
  };
  const restore = (files: NonNullable<RestoreTarget['files']>, signal?: AbortSignal) =>
    restoreBackup(
      { path, decryption: {}, ...(signal && { stop: signal }) },
      { ownerUrl, logins, installations: [installJobs], secretsKeys: undefined, keepsMails: true, log, files },
    );
  try {
    await expect(restore({ ...storage, put: stopping }, stop.signal)).rejects.toThrow('Stopped.');
    // It is refused where there are companies.
    expect((await restore(storage)).files.count).toBeGreaterThan(0);
  } finally {
    await drop();
  }
});

test('a bucket that has files of the companies is refused before anything is stored, one with others of its own is not', async () => {
  const path = join(folder, 'bucket.tar.zst');
  const { superAdmin } = await portal().makeCompany();
  await calls.upload(superAdmin, greyPng(600, 300));
  await backUp(path);
  const { endpoint, close } = await startS3(join(folder, 's3'));
  const files = await openS3Files({ bucket: 'portal', endpoint, credentials: s3Credentials });
  const { ownerUrl, logins, drop } = await createTestDatabase(
    isDistributedRun ? undefined : inject('testServer').template,
  );
  const target = { ownerUrl, logins, installations: [installJobs], secretsKeys: undefined, keepsMails: true, log };
  const restore = () => restoreBackup({ path, decryption: {} }, { ...target, files, isStorageNew: true });
  const present = { companyId: superAdmin.companyId, key: newFileKey() };
  try {
    for (const companyId of [present.companyId, randomUUID()])
      await files.put({ ...present, companyId }, Buffer.from('of a portal that goes on'), 'image/png');
    await expect(restore()).rejects.toThrow(/has files of these companies already: .*--same-storage/);
    expect((await files.measure(present.companyId)).count).toBe(1);
    await files.delete(present);
    // It is refused where there are companies.
    expect((await restore()).files.count).toBeGreaterThan(0);
  } finally {
    close();
    await drop();
  }
});
