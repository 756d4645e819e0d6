import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { withDatabase, withLogin } from '../connection/connection.ts';
import type { DatabaseLog } from '../connection/log.ts';
import type { AuditSecrets } from '../audit-chain/audit-keys.ts';
import { connectDatabase, type Database } from '../open-database.ts';
import type { Installation } from '../prepare-database.ts';
import { getLogin, type RoleLogins } from '../tenancy/roles.ts';
import { cutServers, isDistributedRun, onAllServers, runAsOwner } from './test-server.ts';

export type TestDatabase = Database & { logins: RoleLogins };

const testSecrets: AuditSecrets = { key: 'a-key-of-the-tests-with-many-characters', olderKeys: [] };

const quiet: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A database of its own for one test file: migrated, without rows, and dropped by `close`; or another connection to one. */
export async function openTestDatabase(
  installations: readonly Installation[] = [],
  secrets: AuditSecrets = testSecrets,
  present?: Pick<TestDatabase, 'ownerUrl' | 'logins'>,
  appConnections = 5,
): Promise<TestDatabase> {
  const { template } = inject('testServer');
  const { ownerUrl, logins, drop } = present
    ? { ...present, drop: async () => undefined }
    : await createTestDatabase(template);
  const database = connectDatabase({
    ownerUrl,
    secrets,
    logins,
    installations,
    log: quiet,
    pools: { app: appConnections, system: 4, actors: 2 },
  });
  await database.ready;
  const close = async () => {
    await database.close();
    await drop();
  };
  return { ...database, logins, close };
}

/** A bare database: empty, or a copy of `template`. */
export async function createTestDatabase(template = 'template0') {
  const server = inject('testServer');
  const name = `${server.template}_${randomBytes(5).toString('hex')}`;
  // A bare database is on the coordinator alone.
  const run: (url: string, statement: string) => Promise<unknown> =
    template === 'template0' ? runAsOwner : onAllServers;
  // Copying the files takes less than half of the work of writing each page through the log.
  await run(server.ownerUrl, `create database ${name} template ${template} strategy file_copy`);
  const ownerUrl = withDatabase(server.ownerUrl, name);
  const loginTo = (url: string) => {
    const { name: role, password } = getLogin(url);
    return withLogin(ownerUrl, role, password);
  };
  const { appUrl, systemUrl } = server.logins;
  const logins: RoleLogins = { appUrl: loginTo(appUrl), systemUrl: loginTo(systemUrl), managed: true };
  const drop = async () => {
    // PostgreSQL waits up to five seconds for connections that are just being closed; cutting them at once would reach
    // clients that have ended, as an error without a listener.
    const cut = () => run(server.ownerUrl, `drop database if exists ${name} with (force)`);
    // Servers of a distributed PostgreSQL keep connections to each other, and open new ones while those are cut.
    const cutAgain = async () => {
      if (isDistributedRun) await cutServers(server.ownerUrl, name);
      await cut();
    };
    if (isDistributedRun) await cutServers(server.ownerUrl, name);
    await run(server.ownerUrl, `drop database ${name}`).catch(cut).catch(cutAgain).catch(cutAgain);
  };
  return { ownerUrl, logins, drop };
}
