import { columns } from '#server/sql/columns.ts';
import { systemStatement } from '#server/sql/statement.ts';
import { boolean, instant, integer, nullable, text, uuid } from '#server/sql/types.ts';

/** The latest first. */
export const listMigrations = systemStatement.list({
  text: 'select name, applied_at as "appliedAt" from schema_migrations order by number desc',
  row: { name: text, appliedAt: instant },
});

export const getDatabaseFacts = systemStatement.get({
  text: `
    select current_setting('server_version') as postgres, pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where datname = current_database())::int4 as connections,
      current_setting('max_connections')::int4 as "maxConnections"`,
  row: { postgres: text, bytes: integer, connections: integer, maxConnections: integer },
});

const backup = {
  id: uuid,
  startedAt: instant,
  finishedAt: instant,
  file: nullable(text),
  bytes: nullable(integer),
  isVerified: boolean,
  error: nullable(text),
};

/** The last twenty, the latest first. */
export const listBackups = systemStatement.list({
  text: `select ${columns(backup)} from backups order by started_at desc, id limit 20`,
  row: backup,
});

/** The last one that has a file, the last one that was verified, and the last one that was tried, which may be the same. */
export const listLatestBackups = systemStatement.list({
  text: `
    select ${columns(backup)} from (
      (select * from backups where file is not null order by started_at desc, id limit 1)
      union (select * from backups where is_verified order by started_at desc, id limit 1)
      union (select * from backups order by started_at desc, id limit 1)) as latest
    order by started_at`,
  row: backup,
});

/** A day, and what a backup takes. */
const verifiedMs = 26 * 3_600_000;

/**
 * Whether the last backup that has a file was verified. One whose verification was not wanted, such as that before a restore, counts as
 * the one that was verified within a day before it.
 */
export function isLastVerified(latest: Awaited<ReturnType<typeof listLatestBackups>>): boolean {
  const last = latest.findLast(({ file }) => file !== null);
  const verified = latest.findLast(({ isVerified }) => isVerified);
  if (!last || last.isVerified || last.error !== null || !verified) return last?.isVerified ?? false;
  return last.startedAt.getTime() - verified.startedAt.getTime() <= verifiedMs;
}

/** Databases of verifications (database/copy/scratch-database.ts) that no connection uses. */
export const countLeftDatabases = systemStatement.get({
  text: `
    select count(*)::int4 as count from pg_database as left_over
    where starts_with(datname, left(current_database(), 40) || '_verify_')
      and length(datname) = length(left(current_database(), 40) || '_verify_') + 8 and right(datname, 8) ~ '^[0-9a-f]{8}$'
      and not exists (select from pg_stat_activity as used where used.datname = left_over.datname)`,
  row: { count: integer },
});
