import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentityPool } from '../../access/identity-database.ts';
import { readConfig } from '../../config/config.ts';
import { makeCertificate } from '../../outside/assistants/testing/certificates.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { createPgBossJobs } from '../../outside/jobs/pg-boss-jobs.ts';
import { compiled } from '../../testing/portal-program.ts';
import { createChangeFeed } from '../changes/change-feed.ts';
import { withDatabase, withLogin } from '../connection/connection.ts';
import { openDatabase } from '../open-database.ts';
import { startNetworkServer, type NetworkServer } from '../testing/network-server.ts';
import { runAsOwner } from '../testing/test-server.ts';

const run = promisify(execFile);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined, debug: () => undefined };
const rights = await readFile('deploy/postgres/rights.sql', 'utf8');
const passwords = {
  owner: 'owner-'.repeat(4),
  app: 'app-'.repeat(5),
  system: 'system-'.repeat(4),
  monitor: 'm-'.repeat(9),
};
const filled = Object.entries(passwords).reduce(
  (text, [name, password]) => text.replace(new RegExp(`(set steward.${name}_password = )'[^']*'`), `$1'${password}'`),
  rights,
);

let server: NetworkServer;
let folder: string;
/** A managed server's administrator, who is no superuser. */
let adminUrl: string;
let settings: Record<string, string>;

const addressOf = (role: keyof typeof passwords) =>
  `postgresql://steward_${role}:${passwords[role]}@${server.host}/portal`;

beforeAll(async () => {
  server = await startNetworkServer({ isTlsRequired: true });
  folder = await mkdtemp(join(tmpdir(), 'steward-rights-'));
  const { key, cert } = await makeCertificate([`IP:${server.host}`]);
  await server.useCertificate({ key, cert });
  const admin = `create role admin login createrole createdb password 'x'; grant pg_monitor to admin with admin option`;
  await runAsOwner(server.adminUrl, admin);
  await runAsOwner(server.adminUrl, `create role other login password 'x'`);
  await runAsOwner(server.adminUrl, `create database portal owner admin encoding 'UTF8' template template0`);
  const write = async (name: string, content: string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  settings = {
    NODE_ENV: 'production',
    DATA_DIR: join(folder, 'data'),
    AUTH_SECRET_FILE: await write('auth', '7d1c5a0e9b3f48d2a6e4c0b19f5837ad\n'),
    SECRETS_KEY_FILE: await write('key', '9f5837ad7d1c5a0e9b3f48d2a6e4c0b1\n'),
    DATABASE_URL_FILE: await write('owner', `${addressOf('owner')}\n`),
    DATABASE_APP_URL_FILE: await write('app', addressOf('app')),
    DATABASE_SYSTEM_URL_FILE: await write('system', addressOf('system')),
    DATABASE_CA_FILE: await write('ca.pem', cert),
  };
  adminUrl = `postgresql://admin:x@${server.host}/portal?sslmode=verify-full&sslrootcert=${settings['DATABASE_CA_FILE']}`;
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, maxRetries: 10 });
});

test('the file is refused as it is delivered, and in the wrong database', async () => {
  await expect(runAsOwner(adminUrl, rights)).rejects.toThrow(/owner_password needs at least 16 signs/);
  await expect(runAsOwner(withDatabase(server.adminUrl, 'postgres'), filled)).rejects.toThrow(/database of the portal/);
});

test('after it a portal starts whose owner may create no roles, and every connection goes by TLS', async () => {
  await runAsOwner(adminUrl, filled);
  // Again, i.e. for other passwords.
  await runAsOwner(adminUrl, filled);
  const config = readConfig(settings);
  const secrets = { key: config.secrets.key ?? '', olderKeys: [] };
  const database = await openDatabase(config, { secrets, log, installations: [installJobs] });
  await database.ready;
  const jobs = createPgBossJobs({ url: database.systemUrl, log, connections: database.connections, stopSeconds: 0 });
  await jobs.start();
  await jobs.work('mail.send', async () => undefined);
  const identity = openIdentityPool(database, log);
  await identity.query('select 1');
  const changes = createChangeFeed({ database, log });
  changes.subscribe('00000000-0000-0000-0000-000000000000', { onChange: () => undefined, onEnd: () => undefined });
  const listConnections = async () => {
    const { rows } = await runAsOwner(
      server.adminUrl,
      `select application_name as name, ssl from pg_stat_activity join pg_stat_ssl using (pid)
        where usename like 'steward%' and client_addr is not null`,
    );
    return rows as { name: string; ssl: boolean }[];
  };
  // The server lets in by TLS alone; those of the pools end when they are idle.
  const listNames = async () => (await listConnections()).map(({ name }) => name);
  await expect.poll(listNames).toEqual(expect.arrayContaining(['steward changes', 'steward jobs']));
  expect((await listConnections()).every(({ ssl }) => ssl)).toBe(true);
  expect(await database.isReady()).toBe(true);
  await changes.close();
  await jobs.stop();
  await identity.end();
  await database.close();
  const { rows } = await runAsOwner(
    server.adminUrl,
    `select from pg_roles where rolname like 'steward\\_%' and (rolsuper or rolcreaterole or rolbypassrls)`,
  );
  expect(rows).toEqual([]);
});

test('a backup is made and verified with these rights, by a command that reads the files', async () => {
  const path = join(folder, 'backup.tar.zst');
  const args = ['server/commands/backup/backup.ts', '--to', path];
  const { stdout, stderr } = await run(process.execPath, args, { env: { ...compiled, ...settings } });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/Restored into a scratch database: 0 companies, 0 sums that differ/);
});

test('the role that watches reads statistics and no row, and other roles of the server do not come in', async () => {
  const { search } = new URL(adminUrl);
  const monitorUrl = `${addressOf('monitor')}${search}`;
  const { rows } = await runAsOwner(
    monitorUrl,
    `select query from pg_stat_activity where query = '<insufficient privilege>'`,
  );
  expect(rows).toEqual([]);
  await expect(runAsOwner(monitorUrl, 'select from public.companies')).rejects.toThrow(/permission denied/);
  await expect(runAsOwner(withLogin(adminUrl, 'other', 'x'), 'select 1')).rejects.toThrow(
    /permission denied for database/,
  );
});
