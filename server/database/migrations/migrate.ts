import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { DatabaseRefused } from '../connection/errors.ts';
import type { DatabaseLog } from '../connection/log.ts';

export const migrationsFolder = import.meta.dirname;

type Migration = { number: number; name: string; statements: string; checksum: string };
type Applied = { number: number; name: string; checksum: string };

export type MigrationOptions = {
  folder: string;
  /** The login roles' names here; the files call them steward_app and steward_system. */
  roles: { app: string; system: string };
  log: DatabaseLog;
};

/**
 * Brings the database to the newest of the numbered SQL files (`NNNN_title.sql`), each in a transaction of its own.
 * The caller holds the migration lock. A start killed half-way leaves whole migrations only.
 * @throws DatabaseRefused where an applied file was changed, or the database is newer than this program
 */
export async function migrate(owner: pg.Client, options: MigrationOptions): Promise<void> {
  await owner.query(
    `create table if not exists schema_migrations (
      number integer primary key, name text not null, checksum text not null,
      applied_at timestamptz(3) not null default now())`,
  );
  const { rows: applied } = await owner.query<Applied>('select number, name, checksum from schema_migrations');
  const migrations = await readMigrations(options.folder);
  checkApplied(migrations, applied);
  for (const migration of migrations) {
    if (!applied.some(({ number }) => number === migration.number)) await apply(owner, migration, options);
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
      if (number !== index + 1) throw new Error(`The migrations must be numbered without gaps: ${name}.`);
      // Line ends may differ between checkouts; they mean nothing.
      const statements = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { number, name, statements, checksum: createHash('sha256').update(statements).digest('hex') };
    }),
  );
}

function checkApplied(migrations: Migration[], applied: Applied[]) {
  for (const { number, name, checksum } of applied) {
    const migration = migrations.find((candidate) => candidate.number === number);
    if (!migration) {
      throw new DatabaseRefused(`The database is newer than this program (it knows ${name}): start a newer one.`);
    }
    if (migration.checksum !== checksum || migration.name !== name) {
      throw new DatabaseRefused(
        `The migration ${migration.name} was changed after it was applied: restore it, and put the change into a new file.`,
      );
    }
  }
}

async function apply(owner: pg.Client, migration: Migration, { roles, log }: MigrationOptions) {
  await owner.query('begin');
  try {
    await owner.query(
      `set local steward.app_role = ${pg.escapeLiteral(roles.app)};
       set local steward.system_role = ${pg.escapeLiteral(roles.system)}`,
    );
    await owner.query(nameRoles(migration.statements, roles));
    await owner.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw new Error(`The migration ${migration.name} failed: ${String(error)}`, { cause: error });
  }
  log.info(`Applied the migration ${migration.name}.`);
}

/** As everything after `grant … to` takes a name only, the files write the usual ones. */
function nameRoles(statements: string, { app, system }: MigrationOptions['roles']) {
  return statements
    .replaceAll(/\bsteward_app\b/g, () => pg.escapeIdentifier(app))
    .replaceAll(/\bsteward_system\b/g, () => pg.escapeIdentifier(system));
}
