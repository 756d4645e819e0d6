import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { listNamedFiles } from '../../database/copy/snapshot.ts';
import { withOwner } from '../../database/copy/owner-connection.ts';
import { findPlaces } from '../../database/embedded/embedded-paths.ts';
import { openEmbeddedServer, type EmbeddedServer } from '../../database/embedded/embedded-server.ts';
import { prepareDatabase } from '../../database/prepare-database.ts';
import { deriveLogins } from '../../database/tenancy/roles.ts';
import { makeDataDir, runAsOwner } from '../../database/testing/test-server.ts';
import type { DoctorParts } from '../../app/doctor/check.ts';
import { storeChecks } from '../../app/doctor/store-checks.ts';
import { readConfig } from '../../config/config.ts';
import { newFileKey } from '../../lib/crypto/file-keys.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { openFiles } from '../../outside/files/open-files.ts';
import { openS3Files } from '../../outside/files/s3-files.ts';
import { s3Credentials, startS3 } from '../../outside/files/testing/s3-server.ts';
import { openLocalFiles } from '../../outside/files/local-files.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { isCut, listBases, openArchive } from './archive-folder.ts';
import { isBaseDue, makeBase } from './make-base.ts';
import { pruneArchive } from './prune-archive.ts';
import { restoreUntil, type PointRestore } from './restore-until.ts';
import { ship } from './ship.ts';

const log = pino({ level: 'silent' });
const companyId = randomUUID();
const secretsKeys = ['key'];
/** More of them as a figure (verify/README.md). */
const instants = Number(process.env['STEWARD_TEST_INSTANTS'] ?? 2);
let folder: string;
let dataDir: string;
let server: EmbeddedServer;
let identity: string;
let recipients: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-archive-'));
  dataDir = await makeDataDir();
  identity = await generateX25519Identity();
  recipients = [await identityToRecipient(identity)];
  server = await openEmbeddedServer({ dataDir, log, isArchived: true });
  const { ownerUrl } = server;
  await prepareDatabase({ ownerUrl, logins: deriveLogins(ownerUrl, 'a secret'), installations: [installJobs], log });
  await runAsOwner(ownerUrl, `insert into companies (id, name) values ('${companyId}', 'One')`);
});
afterAll(async () => {
  await server.stop();
  for (const path of [folder, dataDir]) await rm(path, { recursive: true, maxRetries: 10 });
});

const openStore = () => {
  const archive = { folder, days: 1, waitingFiles: join(dataDir, 'archive-waiting') };
  return openFiles({ files: { kind: 'local', folder: join(dataDir, 'files') }, archive });
};

const shipAll = async () => {
  const { wal } = await findPlaces(dataDir);
  return ship({ wal, waitingFiles: join(dataDir, 'archive-waiting'), folder, encryption: { recipients } });
};

/** With what was written last. */
async function archiveAll(): Promise<void> {
  const { rows: switched } = await runAsOwner(server.ownerUrl, 'select pg_walfile_name(pg_switch_wal()) as name');
  const { wal } = await findPlaces(dataDir);
  await expect.poll(() => readdir(wal), { timeout: 20_000 }).toContain(switched[0]?.name);
  await shipAll();
}

async function makeOne(store?: FileStore) {
  const { cluster } = await findPlaces(dataDir);
  const source = { ownerUrl: server.ownerUrl, cluster, folder, encryption: { recipients } };
  return makeBase({ ...source, files: store ?? (await openStore()), sealedBy: secretsKeys });
}

interface Written {
  readonly key: string;
  readonly from: number;
  readonly until: number;
}

/** A file, and then the row that names it. @returns its key, and the times between which the row was committed */
async function writeOne(into?: FileStore): Promise<Written> {
  const key = newFileKey();
  const store = into ?? (await openStore());
  await store.put({ companyId, key }, Buffer.from(`bytes of ${key}`), 'image/png');
  const from = Date.now();
  const values = `'${companyId}', '${key}', 'logo', 'image/png'`;
  await runAsOwner(server.ownerUrl, `insert into files (company_id, key, purpose, content_type) values (${values})`);
  return { key, from, until: Date.now() };
}

async function restore(until: Date, changes: Partial<PointRestore> = {}) {
  const target = await makeDataDir();
  const files = await openLocalFiles(join(target, 'files'));
  const put: FileStore['put'] = async (...file) => {
    // A start before the restore has ended would be one without its files.
    await expect(openEmbeddedServer({ dataDir: target, log })).rejects.toThrow(/restores into .*: wait for it/);
    return files.put(...file);
  };
  const given = {
    isSameStorage: false,
    until,
    folder,
    decryption: { identities: [identity] },
    dataDir: target,
    files: { ...files, put },
    secretsKeys,
    log,
  };
  const restored = await restoreUntil({ ...given, keepsMails: true, ...changes }).catch(async (error: unknown) => {
    await rm(target, { recursive: true, maxRetries: 10 });
    throw error;
  });
  return { target, files, restored };
}

test(
  'the database and its files are as they were at any moment that was archived, and no other',
  async () => {
    // A file of before there was an archive, whose copy a kill cut off.
    const early = await writeOne(await openLocalFiles(join(dataDir, 'files')));
    await mkdir(join(folder, 'files'), { recursive: true });
    await writeFile(join(folder, 'files', `${companyId}.${early.key}.0.zst.age.part`), 'cut off');
    const base = await makeOne();
    const written: Written[] = [];
    const write = async () => {
      for (let count = 0; count < instants * 5; count += 1) written.push(await writeOne());
    };
    await Promise.all([write(), write(), write()]);
    // A file that is deleted after a moment is there at the moment.
    const store = await openStore();
    for (const { key } of written) await store.delete({ companyId, key });
    await runAsOwner(server.ownerUrl, `delete from files`);
    await archiveAll();
    // What is later than the moment is not unpacked.
    await writeFile(join(folder, 'wal', `00000001${'F'.repeat(8)}000000FF.zst.age`), 'of no archive');
    const [first, last] = [Date.parse(base.finishedAt), Math.max(...written.map((each) => each.until))];
    for (let place = 0; place < instants; place += 1) {
      const time = first + Math.floor(Math.random() * (last - first));
      const until = new Date(time);
      const { target, files, restored } = await restore(until);
      const opened = await openEmbeddedServer({ dataDir: target, log });
      const { rows } = await runAsOwner(opened.ownerUrl, 'select key from files');
      await opened.stop();
      const found = new Set(rows.map(({ key }: { key: string }) => key));
      // A commit has its time between the two that were read around it.
      const missed = [early, ...written].filter((each) => each.until < time && !found.has(each.key));
      const late = written.filter((each) => each.from > time && found.has(each.key));
      expect([missed, late, restored.missing]).toEqual([[], [], []]);
      for (const key of found) {
        const file = await files.find({ companyId, key: String(key) });
        expect([file?.contentType, Buffer.from(file?.bytes ?? []).toString()]).toEqual([
          'image/png',
          `bytes of ${key}`,
        ]);
      }
      expect(found.size).toBe(restored.files);
      await rm(target, { recursive: true, maxRetries: 10 });
    }
    const refused = async (until: Date, changes: Partial<PointRestore> = {}) =>
      restore(until, changes).then(
        () => 'restored',
        (error: Error) => error.message,
      );
    const between = new Date(last);
    expect(await refused(new Date(Date.parse(base.finishedAt) - 1000))).toBe(
      `The archive begins at ${base.finishedAt}: name that moment or a later one.`,
    );
    expect(await refused(new Date(Date.now() + 60_000))).toMatch(/^The archive ends at /);
    expect(await refused(between, { secretsKeys: ['other'] })).toMatch(/under another SECRETS_KEY/);
    expect(await refused(between, { decryption: { identities: [await generateX25519Identity()] } })).toMatch(
      /encrypted for another key/,
    );
    expect(await refused(between, { dataDir })).toMatch(/has a database, and nothing is overwritten/);
    expect(await refused(between, { folder: dataDir })).toMatch(/has no base of an archive/);
  },
  120_000 + instants * 30_000,
);

test('what no point of the kept days needs is deleted, and another database is refused', async () => {
  // By the portal and by an operator at once.
  const made = await Promise.all([makeOne(), makeOne()]);
  expect((await listBases(folder)).map(({ file }) => file)).toEqual(
    expect.arrayContaining(made.map(({ file }) => file)),
  );
  const [, later = made[0]] = made.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
  const { key } = await writeOne();
  await runAsOwner(server.ownerUrl, 'delete from files');
  await shipAll();
  const before = await readdir(join(folder, 'wal'));
  const prune = async (now: Date) => {
    const named = await listNamedFiles(server.ownerUrl);
    await pruneArchive({ folder, days: 1, named, now });
  };
  const left = ['bases/20260101T000000Z.tar.zst.age', `wal/${'F'.repeat(24)}.zst.age.part`, 'files/a.b.0.zst.part'];
  for (const path of left) await writeFile(join(folder, path), '');
  // What is being written is younger than what a kill left.
  await prune(new Date());
  expect(await readdir(folder, { recursive: true })).toEqual(
    expect.arrayContaining([...left, `files/${companyId}.${key}.gone`]),
  );
  await prune(new Date(Date.now() + 2 * 86_400_000));
  expect((await readdir(folder, { recursive: true })).filter((path) => left.includes(path))).toEqual([]);
  expect((await listBases(folder)).map(({ startedAt }) => startedAt)).toEqual([later.startedAt]);
  const after = await readdir(join(folder, 'wal'));
  expect(after.length).toBeLessThan(before.length);
  expect(after.every((name) => name.slice(0, 24) >= later.firstSegment)).toBe(true);
  const other = await mkdtemp(join(tmpdir(), 'steward-archive-'));
  await writeFile(join(other, 'line.json'), JSON.stringify({ system: '1', timeline: 1 }));
  await expect(openArchive(other, { system: '2', timeline: 1 }, other)).rejects.toThrow(/another database/);
  await rm(other, { recursive: true });
});

test('an archive whose disk is not mounted is not begun a second time in the folder where it is mounted', async () => {
  const away = `${folder}-away`;
  await rename(folder, away);
  await mkdir(folder);
  await expect(makeOne()).rejects.toThrow(/has nothing of the archive that was begun there: mount its disk/);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
  await rename(away, folder);
  expect((await makeOne()).file).toMatch(/^2/);
});

const examine = async (hours = 0) => {
  const { ownerUrl } = server;
  const check = storeChecks.find(({ id }) => id === 'archive');
  const database = { withOwner: <R>(work: (owner: pg.Client) => Promise<R>) => withOwner(ownerUrl, work) };
  const config = readConfig({ DATA_DIR: dataDir, ARCHIVE_FOLDER: folder });
  const clock = { now: () => new Date(Date.now() + hours * 3_600_000) };
  const parts = { config, clock, database: { ...database, logins: undefined } };
  const [found] = (await check?.run(parts as unknown as DoctorParts)) ?? [];
  return `${found?.level}: ${found?.text}`;
};

test('what was written without the archive asks for a base, and the doctor names what the archive lacks', async () => {
  const isDue = async () =>
    isBaseDue((await listBases(folder)).at(-1), new Date(), await isCut((await findPlaces(dataDir)).folder));
  await makeOne();
  await shipAll();
  expect([await isDue(), await examine()]).toEqual([false, 'ok: The archive takes what is written.']);
  expect(await examine(27)).toMatch(/^fault: The last base of the archive is 27 hours old/);
  await server.stop();
  server = await openEmbeddedServer({ dataDir, log });
  expect(await examine()).toMatch(/^fault: The database was started without ARCHIVE_FOLDER/);
  await server.stop();
  server = await openEmbeddedServer({ dataDir, log, isArchived: true });
  expect(await isDue()).toBe(true);
  await makeOne();
  expect(await isDue()).toBe(false);
  await shipAll();
  const { wal } = await findPlaces(dataDir);
  await rename(wal, `${wal}-away`);
  await runAsOwner(server.ownerUrl, 'create table written (); select pg_switch_wal()');
  await expect
    .poll(() => examine(), { timeout: 20_000 })
    .toMatch(/^fault: The database can not copy what it writes aside/);
  await rename(`${wal}-away`, wal);
});

test('files in an object store are those of the moment, and a bucket with files is taken only where that is said', async () => {
  const bucket = await mkdtemp(join(tmpdir(), 'steward-bucket-'));
  const { endpoint, close } = await startS3(join(bucket, 's3'));
  const s3 = { kind: 's3', bucket: 'portal', endpoint, region: 'eu-central-1', credentials: s3Credentials } as const;
  const archive = { folder, days: 1, waitingFiles: join(dataDir, 'archive-waiting') };
  const store = await openFiles({ files: s3, archive });
  // Of before the base, which takes its copy out of the bucket.
  const early = await writeOne(await openS3Files(s3));
  await makeOne(store);
  const middle = await writeOne(store);
  await expect.poll(() => Date.now()).toBeGreaterThan(middle.until);
  const late = await writeOne(store);
  for (const { key } of [early, middle]) await store.delete({ companyId, key });
  await runAsOwner(server.ownerUrl, `delete from files where key <> '${late.key}'`);
  await archiveAll();
  const files = await openFiles({ files: s3 });
  await expect(restore(new Date(middle.until), { files })).rejects.toThrow(
    /has files of these companies already: .*--same-storage/,
  );
  const { target, restored } = await restore(new Date(middle.until), { files, isSameStorage: true });
  const opened = await openEmbeddedServer({ dataDir: target, log });
  const { rows } = await runAsOwner(opened.ownerUrl, 'select key from files');
  await opened.stop();
  const keys = rows.map(({ key }: { key: string }) => key);
  expect(keys).toEqual(expect.arrayContaining([early.key, middle.key]));
  expect([keys.includes(late.key), restored.missing]).toEqual([false, []]);
  for (const { key } of [early, middle]) {
    const found = await files.find({ companyId, key });
    expect([found?.contentType, Buffer.from(found?.bytes ?? []).toString()]).toEqual(['image/png', `bytes of ${key}`]);
  }
  close();
  for (const path of [bucket, target]) await rm(path, { recursive: true, maxRetries: 10 });
}, 60_000);
