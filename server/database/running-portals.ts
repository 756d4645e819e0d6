import { readdirSync } from 'node:fs';
import type pg from 'pg';
import { nameSecretsKey } from '../lib/crypto/secret-box.ts';
import type { Sql } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { nullable, text } from '../sql/types.ts';
import { clientConfig } from './connection/connection.ts';
import { DatabaseRefused } from './connection/errors.ts';
import { listWaiting, migrationsFolder, type MigrationOptions } from './migrations/migrate.ts';
import { DatabaseClient } from './connection/database-client.ts';

/** Prefix of the names of a portal's job connections. */
export const jobConnectionPrefix = 'steward jobs ';
const prefix = jobConnectionPrefix;

const nameKey = (secretsKey: string) => `${prefix}${nameSecretsKey(secretsKey)}`;

const countMigrations = () => readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql')).length;

/**
 * The name of a running portal's job connections, by which commands see the key that the portal started with, and a start of a
 * newer one the last migration that it knows.
 */
export const nameJobConnections = (secretsKey: string, lastMigration: number = countMigrations()): string =>
  `${nameKey(secretsKey)} ${lastMigration}`;

const findOtherKeyStatement = systemStatement({
  text: `
    select application_name as name from pg_stat_activity
    where datname = current_database() and starts_with(application_name, $prefix) and not starts_with(application_name, $own) limit 1`,
  params: { prefix: text, own: text },
  row: { name: nullable(text) },
});

/** Whether a portal runs that was started with another key and still encrypts with it. */
export async function isOtherKeyInUse(sql: Sql, secretsKey: string): Promise<boolean> {
  return (await sql.find(findOtherKeyStatement, { prefix, own: nameKey(secretsKey) })) !== undefined;
}

type Waiting = Pick<MigrationOptions, 'folder' | 'through'>;

/**
 * Refuses a start whose migrations take away what a running portal uses. One that does not say what it knows, because it is of a
 * version before, knows what the database has.
 * @throws DatabaseRefused naming the migration
 */
export async function refuseBesideOlder(owner: pg.Client, systemUrl: string, options: Waiting): Promise<void> {
  const { applied, waiting } = await listWaiting(owner, options);
  const oldest = Math.max(0, ...waiting.map(({ oldestProgram = 0 }) => oldestProgram));
  // Nearly every start ends here, without a further connection.
  if (applied === 0 || oldest === 0) return;
  const known = (await listJobConnections(systemUrl)).map((name) => Number(/ \S+ (\d+)$/.exec(name)?.[1] ?? applied));
  const least = Math.min(...known);
  if (least >= oldest) return;
  const taking = waiting.find(({ oldestProgram }) => oldestProgram === oldest);
  throw new DatabaseRefused(
    `A portal of an older version runs on this database, and ${taking?.name} takes away what it uses: stop it first.`,
  );
}

/** Reads them as the role of those connections, because others are not shown their names. */
async function listJobConnections(systemUrl: string): Promise<string[]> {
  const client = new DatabaseClient(clientConfig(systemUrl, 'steward migrations'));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select application_name as name from pg_stat_activity
        where datname = current_database() and starts_with(application_name, $1)`,
      [prefix],
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
