import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '../../config/config.ts';
import { withDatabase } from '../connection/connection.ts';
import { distribute, planDistribution } from '../distribution/distribute.ts';
import { openEmbeddedServer } from '../embedded/embedded-server.ts';
import { prepareDatabase, type Installation } from '../prepare-database.ts';
import { deriveLogins, getLogin, type RoleLogins } from '../tenancy/roles.ts';

/** Data with which a test file clones a database for itself; plain, so that it reaches the workers. */
export type TestServer = {
  ownerUrl: string;
  /** A migrated database without rows, to be cloned; it accepts no connections. */
  template: string;
  logins: RoleLogins;
};

const folderPrefix = 'steward-test-';
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * One server for a whole test run: the one of DATABASE_URL, else an embedded one in a temporary folder, with a
 * migrated template. `stop` removes every trace.
 */
export async function startTestServer(installations: readonly Installation[] = []) {
  const server = await openServer();
  const template = `steward_test_${randomBytes(5).toString('hex')}`;
  const templateUrl = withDatabase(server.ownerUrl, template);
  const logins = deriveLogins(templateUrl, 'the secret of a test run');
  try {
    await onAllServers(server.ownerUrl, `create database ${template}`);
    if (workers.length > 0) await joinWorkers(templateUrl);
    await prepareDatabase({ ownerUrl: templateUrl, logins, installations, log: quiet });
    if (workers.length > 0) await distributeTemplate(templateUrl, logins);
    // A database that has a connection can not be cloned, so a test file that connects to the template fails itself.
    await onAllServers(server.ownerUrl, `alter database ${template} allow_connections false`, 'cut');
  } catch (error) {
    await server.stop();
    throw error;
  }
  const stop = async () => {
    await removeDatabases(server.ownerUrl, template, logins);
    await server.stop();
  };
  const testServer: TestServer = { ownerUrl: server.ownerUrl, template, logins };
  return { testServer, stop };
}

/** Workers of the distributed PostgreSQL of `npm run test:distributed`, as host:port; DATABASE_URL is its coordinator. */
const workers = (process.env['STEWARD_TEST_WORKERS'] ?? '').split(',').filter(Boolean);

/** Whether the tests run on a distributed PostgreSQL. */
export const isDistributedRun = workers.length > 0;

/** The same database on the coordinator and on each worker. */
export function listServers(ownerUrl: string): string[] {
  return [ownerUrl, ...workers.map((worker) => Object.assign(new URL(ownerUrl), { host: worker }).href)];
}

/**
 * Runs a statement on every server.
 * @param cut first ends what Citus keeps connected to the template that the statement names
 */
export async function onAllServers(ownerUrl: string, statement: string, cut?: 'cut'): Promise<void> {
  for (const url of listServers(ownerUrl)) {
    await runAsOwner(url, statement);
    if (cut === undefined || workers.length === 0) continue;
    const [, name = ''] = /database (\w+)/.exec(statement) ?? [];
    await runAsOwner(
      url,
      `select pg_terminate_backend(pid::integer, 5000::bigint) from pg_stat_activity where datname = '${name}'`,
    );
  }
}

/** Ends what the servers of a distributed PostgreSQL keep connected to each other's database of this name. */
export async function cutServers(ownerUrl: string, name: string): Promise<void> {
  for (const url of listServers(ownerUrl)) {
    await runAsOwner(
      url,
      `select pg_terminate_backend(pid::integer, 1000::bigint) from pg_stat_activity
        where datname = '${name}' and (application_name like 'citus%' or backend_type <> 'client backend')`,
    );
  }
}

async function joinWorkers(templateUrl: string) {
  for (const url of listServers(templateUrl)) await runAsOwner(url, 'create extension citus');
  const { hostname, port } = new URL(templateUrl);
  await runAsOwner(templateUrl, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers) {
    const [host, workerPort] = worker.split(':');
    await runAsOwner(templateUrl, `select citus_add_node('${host}', ${workerPort})`);
  }
}

async function distributeTemplate(templateUrl: string, logins: RoleLogins) {
  const client = new pg.Client({ connectionString: templateUrl });
  await client.connect();
  const roles = { app: getLogin(logins.appUrl).name, system: getLogin(logins.systemUrl).name };
  await distribute(client, await planDistribution(client, roles));
  await client.end();
}

/** Runs one statement on its own connection as the owner. */
export async function runAsOwner(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

async function openServer() {
  const { database } = loadConfig();
  if (database.kind === 'url') return { ownerUrl: database.url, stop: async () => undefined };
  await removeLeftOvers();
  const dataDir = await makeDataDir();
  const server = await openEmbeddedServer({ dataDir, log: quiet, durability: 'throw-away' });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, maxRetries: 10 });
  };
  return { ownerUrl: server.ownerUrl, stop };
}

/** A temporary data folder that the server's account can enter also where the tests run as root. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  await chmod(folder, 0o711);
  return folder;
}

/** Servers of test runs that were killed. */
async function removeLeftOvers() {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    const dataDir = join(tmpdir(), name);
    const server = await openEmbeddedServer({ dataDir, log: quiet, durability: 'throw-away' }).catch(() => undefined);
    await server?.stop();
    await rm(dataDir, { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function removeDatabases(ownerUrl: string, template: string, logins: RoleLogins) {
  const { rows } = await runAsOwner(
    ownerUrl,
    `select datname from pg_database where starts_with(datname, '${template}')`,
  );
  for (const { datname } of rows) await onAllServers(ownerUrl, `drop database if exists ${datname} with (force)`);
  for (const url of [logins.appUrl, logins.systemUrl]) await onAllServers(ownerUrl, `drop role ${getLogin(url).name}`);
}
