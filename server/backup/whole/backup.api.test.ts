import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildCompany, buildUser } from '../../database/testing/builders.ts';
import { createTestDatabase } from '../../database/testing/test-database.ts';
import { isDistributedRun, runAsOwner } from '../../database/testing/test-server.ts';
import { withDatabase, withLogin } from '../../database/connection/connection.ts';
import { prepareDatabase } from '../../database/prepare-database.ts';
import { connectDatabase } from '../../database/open-database.ts';
import { deriveLogins } from '../../database/tenancy/roles.ts';
import { makeSender } from '#features/intake/server/testing/sender.ts';
import { inspectSecrets } from '../../app/inspect-secrets.ts';
import { useSkillCalls } from '#features/skills/server/testing/skill-calls.ts';
import { nameSecretsKey } from '../../lib/crypto/secret-box.ts';
import { openLocalFiles } from '../../outside/files/local-files.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { greyPng } from '../../testing/pictures.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import { useTestPortal } from '../../testing/test-portal.ts';
import { createArchive } from '../format/archive-writer.ts';
import type { Encryption } from '../format/encryption.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup, type RestoreTarget } from './restore-backup.ts';
import { useCheapPassphrases } from '../testing/cheap-passphrases.ts';
import { readWhole } from '../testing/database-copies.ts';
import { writeBackup } from './write-backup.ts';

const portal = useTestPortal();
const calls = useSkillCalls(portal);
const log = pino({ level: 'silent' });
const installations = [installJobs];
let folder: string;
/** A backup of the whole portal, without encryption. */
let path: string;
let screenshot: { companyId: string; key: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-backup-'));
  path = join(folder, 'plain.tar.zst');
  const { superAdmin } = await portal().makeCompany({ name: 'Ülle & Söhne\t"GmbH"' });
  const { url } = await calls.upload(superAdmin, greyPng(600, 300));
  screenshot = { companyId: superAdmin.companyId, key: url.split('/').at(-1) ?? '' };
  const sender = await makeSender(portal());
  await sender.send({
    conversations: ['2026-03-31T22:30:00Z', '2026-04-01T00:00:00Z'].map((date) => ({
      id: randomUUID(),
      user: { email: 'mari@test.example' },
      skill: 'Wages',
      status: 'Completed',
      date,
      messages: [
        {
          id: 'm',
          date,
          isAssistant: false,
          data: [{ type: 'text', value: 'Back\\slash\nline \u0001 and Ünïcode 🙂' }],
        },
      ],
    })),
  });
  // Written seconds later otherwise, while the copies are compared.
  await portal().adapters.keyReports.flush();
  await backUp(path);
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

function backUp(to: string, encryption: Encryption = {}, isVerified = true) {
  const { database, adapters, clock, secrets } = portal();
  return makeBackup(
    {
      database,
      logins: database.logins,
      files: adapters.files,
      secrets,
      installations,
      inspectSecrets: (inspected) => inspectSecrets(inspected, secrets),
      clock,
      log,
    },
    { path: to, encryption, decryption: isVerified ? { passphrase: encryption.passphrase } : undefined },
  );
}

/** `isBare`: into a database without tables, which are made first. */
type RestoreOptions = Partial<RestoreTarget> & { identities?: string[]; passphrase?: string; isBare?: boolean };

/** Restores into a new database and storage, for as long as `look` takes. */
async function restoreNew<T>(
  from: string,
  { isBare = isDistributedRun, identities, passphrase, ...target }: RestoreOptions,
  look: (restored: { ownerUrl: string; files: RestoreTarget['files'] }) => Promise<T>,
): Promise<T> {
  const { ownerUrl, logins, drop } = await createTestDatabase(isBare ? undefined : inject('testServer').template);
  const files = await openLocalFiles(await mkdtemp(join(folder, 'files-')));
  try {
    const all = { ownerUrl, logins, installations, files, secretsKeys: undefined, keepsMails: true, log, ...target };
    await restoreBackup({ path: from, decryption: { identities, passphrase } }, all);
    return await look({ ownerUrl, files });
  } finally {
    await drop();
  }
}

/** Reads keys, forced row-level security and triggers of a plain database with partitions for these months. */
async function readPlainShape(months: readonly string[]) {
  const { ownerUrl, logins, drop } = await createTestDatabase();
  await prepareDatabase({ ownerUrl, logins, installations, log });
  for (const month of months) await runAsOwner(ownerUrl, `select make_month_partitions('${month}')`);
  const { keys, forced, triggers } = await readWhole(ownerUrl);
  await drop();
  return { keys, forced, triggers };
}

const nothing = async () => undefined;
const expectRefused = (from: string, reason: RegExp, options: Parameters<typeof restoreNew>[1] = {}) =>
  expect(restoreNew(from, options, nothing)).rejects.toThrow(reason);

test('a restored database has every row, key, trigger, sequence and wall, and the files', async () => {
  const before = await readWhole(portal().database.ownerUrl);
  // A distributed database is restored into a plain one, which is distributed again afterwards.
  if (isDistributedRun) Object.assign(before, await readPlainShape(before.months));
  await restoreNew(path, { isBare: true }, async ({ ownerUrl, files }) => {
    const after = await readWhole(ownerUrl);
    // The backup was recorded after it was made.
    delete before.rows['public.backups'];
    delete after.rows['public.backups'];
    expect(after).toEqual(before);
    expect(before.rows['public.messages']).toMatch(/^2 /);
    const [stored, restored] = [await portal().adapters.files.find(screenshot), await files?.find(screenshot)];
    expect(stored?.contentType).toBe(restored?.contentType);
    expect(Buffer.compare(stored?.bytes ?? Buffer.of(0), restored?.bytes ?? Buffer.of(1))).toBe(0);
  });
});

test('a backup is verified by a restore, and recorded', async () => {
  const { verified } = await backUp(join(folder, 'verified.tar.zst'));
  expect(verified?.differences).toBe(0);
  expect(verified?.companies).toBeGreaterThan(1);
  const rows = await portal().database.inSystem('backups.record', (tx) =>
    runSql(tx, 'select file, is_verified, error from backups'),
  );
  expect(rows).toContainEqual({ file: join(folder, 'verified.tar.zst'), is_verified: true, error: null });
  const { rows: databases } = await runAsOwner(
    portal().database.ownerUrl,
    `select datname from pg_database where starts_with(datname, left(current_database(), 40) || '_verify_')`,
  );
  expect(databases).toEqual([]);
});

test('a backup shows one moment, whatever is written meanwhile', async () => {
  const archive = await createArchive(join(folder, 'moment.tar.zst'), {});
  let late: string | undefined;
  const add: typeof archive.add = async (name, bytes) => {
    late ??= (await buildCompany(portal().database)).id;
    return archive.add(name, bytes);
  };
  const { database, adapters, clock } = portal();
  const source = { ownerUrl: database.ownerUrl, files: adapters.files, secretsKey: 'k', now: clock.now() };
  await writeBackup({ ...archive, add }, source);
  await archive.finish();
  await restoreNew(join(folder, 'moment.tar.zst'), {}, async ({ ownerUrl }) => {
    const { rows } = await runAsOwner(ownerUrl, `select count(*)::int as late from companies where id = '${late}'`);
    expect(rows).toEqual([{ late: 0 }]);
  });
});

test('an encrypted backup needs its passphrase or private key', async () => {
  useCheapPassphrases();
  const passphrase = 'correct horse battery';
  const locked = join(folder, 'locked.tar.zst.age');
  await backUp(locked, { passphrase }, false);
  expect((await readFile(locked)).toString('latin1', 0, 22)).toBe('age-encryption.org/v1\n');
  await restoreNew(locked, { passphrase }, nothing);
  await expectRefused(locked, /is encrypted: give --identity FILE/);

  const identity = await generateX25519Identity();
  const sealed = join(folder, 'sealed.tar.zst.age');
  await backUp(sealed, { recipients: [await identityToRecipient(identity)] }, false);
  await restoreNew(sealed, { identities: [identity] }, nothing);
  await expectRefused(sealed, /for another key/, { identities: [await generateX25519Identity()] });
});

test('a backup that is cut off, changed or no backup leaves no row', async () => {
  const whole = await readFile(path);
  const broken = join(folder, 'broken.tar.zst');
  for (const share of [0, 0.3, 0.99]) {
    await writeFile(broken, whole);
    await truncate(broken, Math.floor(whole.length * share));
    await expectRefused(broken, /is no whole backup|no backup of the portal|cut off/);
  }
  for (const share of [0.1, 0.5, 0.9]) {
    const changed = Buffer.from(whole);
    const place = Math.floor(whole.length * share);
    changed.writeUInt8(changed.readUInt8(place) ^ 0x20, place);
    await writeFile(broken, changed);
    await expectRefused(broken, /is no whole backup|not those that were backed up|no backup|has another/);
  }
  // In the midst of the rows of a table.
  const archive = await createArchive(join(folder, 'half.tar.zst'), {});
  const { database, adapters, clock } = portal();
  const add: typeof archive.add = (name, bytes) =>
    name.startsWith('tables/public.u') ? Promise.reject(new Error('half')) : archive.add(name, bytes);
  const source = { ownerUrl: database.ownerUrl, files: adapters.files, secretsKey: 'k', now: clock.now() };
  await expect(writeBackup({ ...archive, add }, source)).rejects.toThrow('half');
  await archive.finish();
  await expectRefused(join(folder, 'half.tar.zst'), /cut off/);
  await writeFile(broken, 'hello');
  await expectRefused(broken, /is no whole backup/);
  await expectRefused(join(folder, 'missing.tar.zst'), /There is no file/);
});

test('a restore refuses another key and a database with companies', async () => {
  await expectRefused(path, /made under another SECRETS_KEY/, { secretsKeys: [nameSecretsKey('another key')] });
  await restoreNew(path, { secretsKeys: [nameSecretsKey(portal().secrets.key)] }, async ({ ownerUrl }) => {
    const before = await readWhole(ownerUrl);
    await expectRefused(path, /holds \d+ companies, and nothing is overwritten/, { ownerUrl });
    expect(await readWhole(ownerUrl)).toEqual(before);
  });
});

test('waiting mails are restored, or dropped on demand', async () => {
  const count = (keepsMails: boolean) =>
    restoreNew(path, { keepsMails }, async ({ ownerUrl }) => {
      const text = `select count(*)::int as mails from pgboss.job where name = 'mail.send'`;
      return (await runAsOwner(ownerUrl, text)).rows as { mails: number }[];
    });
  await portal().database.inSystem('demo.seed', (tx) =>
    runSql(tx, `insert into pgboss.job (name, data, start_after) values ('mail.send', '{}', now() + interval '1 day')`),
  );
  const mails = join(folder, 'mails.tar.zst');
  await backUp(mails, {}, false);
  path = mails;
  expect([await count(true), await count(false)]).toEqual([[{ mails: 1 }], [{ mails: 0 }]]);
});

test('a file is never overwritten, and a failed backup leaves none', async () => {
  const { database, adapters } = portal();
  const listRecords = async () => (await runAsOwner(database.ownerUrl, 'select id from backups')).rows;
  const records = await listRecords();
  await expect(backUp(path)).rejects.toThrow(/exists: name another file/);
  expect(await listRecords()).toEqual(records);
  const twice = join(folder, 'twice.tar.zst');
  const outcomes = await Promise.allSettled([backUp(twice, {}, false), backUp(twice, {}, false)]);
  const problems = outcomes.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  expect(problems).toEqual([expect.stringMatching(/another backup writes it|exists/)]);
  // The one that was made is the last backup, and no failed one is noted after it.
  expect(await listRecords()).toHaveLength(records.length + 1);
  const failing = { find: () => Promise.reject(new Error('the storage is away')) };
  const target = join(folder, 'failed.tar.zst');
  const archive = await createArchive(target, {});
  const source = { ownerUrl: database.ownerUrl, files: failing, secretsKey: 'k', now: new Date() };
  await expect(writeBackup(archive, source)).rejects.toThrow('the storage is away');
  await archive.abort();
  expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([]);
  expect(adapters.files).toBeDefined();
});

test('an owner who is no superuser backs up and restores behind the forced wall', async () => {
  const { ownerUrl: serverUrl, drop } = await createTestDatabase();
  const role = `owner_${randomUUID().slice(0, 8)}`;
  const names = [`${role}_a`, `${role}_b`] as const;
  await runAsOwner(serverUrl, `create role ${role} login createrole password 'p'`);
  const open = async (name: string) => {
    await runAsOwner(serverUrl, `create database ${name} owner ${role}`);
    const ownerUrl = withLogin(withDatabase(serverUrl, name), role, 'p');
    return { ownerUrl, logins: deriveLogins(ownerUrl, 'a secret') };
  };
  const [source, target] = [await open(names[0]), await open(names[1])];
  try {
    await prepareDatabase({ ...source, installations, log });
    const database = connectDatabase({ ...source, secrets: portal().secrets, log });
    await database.ready;
    await buildUser(database, (await buildCompany(database)).id);
    await database.close();
    const plain = join(folder, 'plain-owner.tar.zst');
    const archive = await createArchive(plain, {});
    const { files } = portal().adapters;
    await writeBackup(archive, { ownerUrl: source.ownerUrl, files, secretsKey: 'k', now: new Date() });
    await archive.finish();
    const options = { installations, files: undefined, secretsKeys: undefined, keepsMails: true, log };
    await restoreBackup({ path: plain, decryption: {} }, { ...target, ...options });
    const [before, after] = [await readWhole(source.ownerUrl), await readWhole(target.ownerUrl)];
    expect(after).toEqual(before);
    expect(before.rows['public.users']).toMatch(/^1 /);
  } finally {
    for (const name of names) await runAsOwner(serverUrl, `drop database if exists ${name} with (force)`);
    for (const { logins } of [source, target]) {
      for (const url of [logins.appUrl, logins.systemUrl]) {
        await runAsOwner(serverUrl, `drop role if exists "${new URL(url).username}"`);
      }
    }
    await runAsOwner(serverUrl, `drop role ${role}`);
    await drop();
  }
});
