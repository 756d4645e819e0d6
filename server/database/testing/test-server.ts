import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { loadConfig } from '../../config/config.ts';
import { withDatabase } from '../connection/connection.ts';
import { openEmbeddedServer } from '../embedded/embedded-server.ts';
import { prepareDatabase } from '../prepare-database.ts';
import type { Installation } from '../prepare-database.ts';
import { deriveLogins, getLogin } from '../tenancy/roles.ts';
import type { RoleLogins } from '../tenancy/roles.ts';

/** What a test file needs to clone a database for itself; plain data, so that it reaches the workers. */
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
    await runAsOwner(server.ownerUrl, `create database ${template}`);
    await prepareDatabase({ ownerUrl: templateUrl, logins, installations, log: quiet });
    // A database that has a connection can not be cloned, so a test file that connects to the template fails itself.
    await runAsOwner(server.ownerUrl, `alter database ${template} allow_connections false`);
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
    await rm(dataDir, { recursive: true });
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
  for (const { datname } of rows) await runAsOwner(ownerUrl, `drop database ${datname} with (force)`);
  for (const url of [logins.appUrl, logins.systemUrl]) await runAsOwner(ownerUrl, `drop role ${getLogin(url).name}`);
}
