import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { getDatabaseName, withDatabase } from '../connection/connection.ts';
import { DatabaseRefused, findPostgresError } from '../connection/errors.ts';
import type { RoleLogins } from '../tenancy/roles.ts';
import { withOwner } from './owner-connection.ts';

export interface DatabaseAddress {
  readonly ownerUrl: string;
  readonly logins: RoleLogins;
}

/** Prefix of the names of a database's scratch databases; eight hexadecimal digits follow. */
export const toScratchPrefix = (database: string): string => `${database.slice(0, 40)}_verify_`;

/**
 * An empty database on the same server for the time of `work`, with the same login roles.
 * @param stop drops it at once, so that `work` fails
 * @throws DatabaseRefused where the owner may not create databases
 */
export async function withScratchDatabase<T>(
  { ownerUrl, logins }: DatabaseAddress,
  work: (scratch: DatabaseAddress) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  const name = `${toScratchPrefix(getDatabaseName(ownerUrl))}${randomBytes(4).toString('hex')}`;
  const quoted = pg.escapeIdentifier(name);
  const drop = () => runAlone(ownerUrl, `drop database if exists ${quoted} with (force)`);
  const dropNow = () => void drop().catch(() => undefined);
  await runAlone(ownerUrl, `create database ${quoted} template template0`);
  stop?.addEventListener('abort', dropNow);
  try {
    stop?.throwIfAborted();
    const appUrl = withDatabase(logins.appUrl, name);
    const systemUrl = withDatabase(logins.systemUrl, name);
    return await work({ ownerUrl: withDatabase(ownerUrl, name), logins: { ...logins, appUrl, systemUrl } });
  } finally {
    stop?.removeEventListener('abort', dropNow);
    await drop();
  }
}

/** Drops the scratch databases of processes that were killed; one that is still used is left. */
export async function dropLeftScratchDatabases(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ current: string; name: string }>(
    'select current_database() as current, datname as name from pg_database',
  );
  for (const { current, name } of rows) {
    if (!isScratchName(name, current)) continue;
    await owner.query(`drop database if exists ${pg.escapeIdentifier(name)}`).catch((error: unknown) => {
      // 55006: still in use, i.e. by a process that is just ending. The next run gets it.
      if (findPostgresError(error)?.code !== '55006') throw error;
    });
  }
}

const isScratchName = (name: string, database: string) =>
  name.startsWith(toScratchPrefix(database)) && /^[0-9a-f]{8}$/.test(name.slice(toScratchPrefix(database).length));

async function runAlone(ownerUrl: string, text: string) {
  try {
    await withOwner(ownerUrl, (client) => client.query(text));
  } catch (error) {
    if (findPostgresError(error)?.code !== '42501') throw error;
    throw new DatabaseRefused(
      'The user of DATABASE_URL may not create a database to verify the backup in: grant it CREATEDB, or leave the verification out.',
      { cause: error },
    );
  }
}
