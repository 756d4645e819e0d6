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

/**
 * An empty database on the same server for the time of `work`, with the same login roles.
 * @throws DatabaseRefused where the owner may not create databases
 */
export async function withScratchDatabase<T>(
  { ownerUrl, logins }: DatabaseAddress,
  work: (scratch: DatabaseAddress) => Promise<T>,
): Promise<T> {
  const name = `${getDatabaseName(ownerUrl).slice(0, 40)}_verify_${randomBytes(4).toString('hex')}`;
  const quoted = pg.escapeIdentifier(name);
  await runAlone(ownerUrl, `create database ${quoted} template template0`);
  try {
    const appUrl = withDatabase(logins.appUrl, name);
    const systemUrl = withDatabase(logins.systemUrl, name);
    return await work({ ownerUrl: withDatabase(ownerUrl, name), logins: { ...logins, appUrl, systemUrl } });
  } finally {
    await runAlone(ownerUrl, `drop database ${quoted} with (force)`);
  }
}

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
