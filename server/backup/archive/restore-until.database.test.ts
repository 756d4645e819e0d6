import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { findPlaces } from '../../database/embedded/embedded-paths.ts';
import { openEmbeddedServer, type EmbeddedServer } from '../../database/embedded/embedded-server.ts';
import { prepareDatabase } from '../../database/prepare-database.ts';
import { deriveLogins } from '../../database/tenancy/roles.ts';
import { makeDataDir, runAsOwner } from '../../database/testing/test-server.ts';
import { newFileKey } from '../../lib/crypto/file-keys.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { openFiles } from '../../outside/files/open-files.ts';
import { openLocalFiles } from '../../outside/files/local-files.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { listBases, openArchive } from './archive-folder.ts';
import { makeBase } from './make-base.ts';
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

async function makeOne() {
  const { cluster } = await findPlaces(dataDir);
  const source = { ownerUrl: server.ownerUrl, cluster, folder, encryption: { recipients } };
  return makeBase({ ...source, files: await openStore(), sealedBy: secretsKeys });
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
    await expect(openEmbeddedServer({ dataDir: target, log })).rejects.toThrow(/has not ended: .* restore anew/);
    return files.put(...file);
  };
  const given = {
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
    const { rows: switched } = await runAsOwner(server.ownerUrl, 'select pg_walfile_name(pg_switch_wal()) as name');
    const { wal } = await findPlaces(dataDir);
    await expect.poll(() => readdir(wal), { timeout: 20_000 }).toContain(switched[0]?.name);
    await shipAll();
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
  const later = await makeOne();
  await shipAll();
  const before = await readdir(join(folder, 'wal'));
  const prune = async (now: Date) => pruneArchive({ folder, days: 1, files: await openStore(), now });
  const left = ['bases/20260101T000000Z.tar.zst.age', `wal/${'F'.repeat(24)}.zst.age.part`, 'files/a.b.0.zst.part'];
  for (const path of left) await writeFile(join(folder, path), '');
  // What is being written is younger than what a kill left.
  await prune(new Date());
  expect(await readdir(folder, { recursive: true })).toEqual(expect.arrayContaining(left));
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
