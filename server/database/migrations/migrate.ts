import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseRefused, findPostgresError } from '../connection/errors.ts';
import type { DatabaseLog } from '../connection/log.ts';
import { carryOver, isOlderSeries, listMissing } from './older-series.ts';

export const migrationsFolder = import.meta.dirname;

const lockLimitMs = 1000;
const lockPauseMs = 500;

export type Migration = {
  number: number;
  name: string;
  script: string;
  checksum: string;
  /** The migration that a program must know to work with the database after this one; undefined: any before. */
  oldestProgram: number | undefined;
};
/** The first migration of the set that was written anew before the first release. */
const preReleaseMigration = '0001_ground_floor.sql';

type Applied = { number: number; name: string; checksum: string; oldestProgram: number | null };

const appliedText =
  'select number, name, checksum, oldest_program as "oldestProgram" from schema_migrations order by number';

export type MigrationOptions = {
  folder: string;
  /** The login roles' names here; the files call them steward_app and steward_system. */
  roles: { app: string; system: string };
  log: DatabaseLog;
  /** The number of the last migration to apply; default: the newest. */
  through?: number | undefined;
};

/**
 * Brings the database to the newest of the numbered SQL files (`NNNN_title.sql`), each in a transaction of its own.
 * The caller holds the migration lock. A start killed half-way leaves whole migrations only.
 * @throws DatabaseRefused where an applied file was changed, or the database is too new for this program
 */
export async function migrate(owner: pg.Client, options: MigrationOptions): Promise<void> {
  await owner.query(
    `create table if not exists schema_migrations (
      number integer primary key, name text not null, checksum text not null,
      applied_at timestamptz(3) not null default now(), oldest_program integer)`,
  );
  const migrations = await listMigrationFiles(options.folder);
  const applied = await readApplied(owner, migrations, options);
  checkApplied(migrations, applied, options.log);
  const known = new Set(applied.map(({ number }) => number));
  const waiting = migrations.slice(0, options.through).filter(({ number }) => !known.has(number));
  for (const migration of waiting) await apply(owner, migration, options);
  const [first, ...others] = waiting;
  const last = others.at(-1);
  if (last) options.log.info(`Applied the migrations ${first?.name} to ${last.name}.`);
  else if (first) options.log.info(`Applied the migration ${first.name}.`);
}

/** The migrations of the database; those of the older series are completed, and noted as the files that make the same tables. */
async function readApplied(owner: pg.Client, migrations: Migration[], options: MigrationOptions): Promise<Applied[]> {
  const read = async () => (await owner.query<Applied>(appliedText)).rows;
  const applied = await read();
  if (!isOlderSeries(applied)) return applied;
  for (const missing of await listMissing(applied)) {
    await apply(owner, { ...missing, oldestProgram: undefined }, options);
  }
  const carried = carryOver(await read(), migrations);
  await owner.query('begin');
  await owner.query('delete from schema_migrations');
  for (const migration of carried) await note(owner, migration);
  await owner.query('commit');
  return read();
}

const note = (owner: pg.Client, { number, name, checksum }: Pick<Migration, 'number' | 'name' | 'checksum'>) =>
  owner.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [number, name, checksum]);

/** How many migrations the database has, and those of this program that it lacks. */
export async function listWaiting(owner: pg.Client, { folder, through }: Pick<MigrationOptions, 'folder' | 'through'>) {
  const found = await owner.query<{ exists: boolean }>(`select to_regclass('schema_migrations') is not null as exists`);
  const text = 'select number from schema_migrations';
  const rows = found.rows[0]?.exists === true ? (await owner.query<{ number: number }>(text)).rows : [];
  const applied = new Set(rows.map(({ number }) => number));
  const waiting = (await listMigrationFiles(folder)).slice(0, through).filter(({ number }) => !applied.has(number));
  return { applied: applied.size, waiting };
}

/** The name of the newest migration of this program. */
export const findNewestMigration = async (): Promise<string | undefined> =>
  (await readdir(migrationsFolder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1);

/**
 * Steps that a start would take with the database, without taking them.
 * @throws the error of a database without tables
 */
export async function describeMigrations(
  owner: pg.Client,
): Promise<{ readonly waiting: number; readonly problem: string | undefined }> {
  const { rows } = await owner.query<Applied>(appliedText);
  const migrations = await listMigrationFiles();
  // The start completes an older series, and says which it can not.
  if (isOlderSeries(rows)) return { waiting: migrations.length, problem: undefined };
  try {
    checkApplied(migrations, rows, { info: () => undefined, warn: () => undefined, error: () => undefined });
  } catch (error) {
    return { waiting: 0, problem: (error as Error).message };
  }
  const applied = new Set(rows.map(({ number }) => number));
  return { waiting: migrations.filter(({ number }) => !applied.has(number)).length, problem: undefined };
}

/** The migrations of this program in their order. */
export async function listMigrationFiles(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
      if (number !== index + 1) {
        const expected = String(index + 1).padStart(4, '0');
        const reason = `migrations are numbered without gaps, and each number once`;
        throw new Error(`${join(folder, name)} must be named ${expected}_….sql, because ${reason}.`);
      }
      // Line ends may differ between checkouts; they mean nothing.
      const script = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(script).digest('hex');
      return { number, name, script, checksum, oldestProgram: findOldestProgram(script) };
    }),
  );
}

/** From the line `-- oldest program: 0050`, which a migration has that takes away what programs before 0050 use. */
function findOldestProgram(script: string): number | undefined {
  const [, number] = /^-- oldest program: (\d{4})$/m.exec(script) ?? [];
  return number === undefined ? undefined : Number(number);
}

function checkApplied(migrations: Migration[], applied: Applied[], log: DatabaseLog) {
  if (applied.some(({ name }) => name === preReleaseMigration)) {
    throw new DatabaseRefused(
      'This database was made before the first release and can not be upgraded: move DATA_DIR away, or name an empty database in DATABASE_URL, and start again.',
    );
  }
  const oldestProgram = Math.max(0, ...applied.map((migration) => migration.oldestProgram ?? 0));
  for (const { number, name, checksum } of applied) {
    const migration = migrations.find((candidate) => candidate.number === number);
    if (!migration && oldestProgram <= migrations.length) {
      log.warn(`The database is newer than this program (it knows ${name}), which still works with it.`);
      continue;
    }
    if (!migration) {
      throw new DatabaseRefused(`The database is too new for this program (it knows ${name}): start a newer one.`);
    }
    if (migration.checksum !== checksum || migration.name !== name) {
      throw new DatabaseRefused(
        `The migration ${migration.name} was changed after it was applied: restore it, and put the change into a new file.`,
      );
    }
  }
}

/**
 * Tries again where a lock is not got: a running portal would wait behind the lock that a migration waits for, for as
 * long as a backup reads.
 */
async function apply(owner: pg.Client, migration: Migration, options: MigrationOptions) {
  for (;;) {
    try {
      await applyOnce(owner, migration, options.roles);
      break;
    } catch (error) {
      if (findPostgresError(error)?.code !== '55P03') {
        throw new Error(`The migration ${migration.name} failed: ${String(error)}`, { cause: error });
      }
      options.log.warn(`The migration ${migration.name} waits for a table that is in use.`);
      await sleep(lockPauseMs);
    }
  }
}

async function applyOnce(owner: pg.Client, migration: Migration, roles: MigrationOptions['roles']) {
  await owner.query('begin');
  try {
    await owner.query(`set local lock_timeout = ${lockLimitMs}`);
    await owner.query(`set local steward.app_role = ${pg.escapeLiteral(roles.app)}`);
    await owner.query(`set local steward.system_role = ${pg.escapeLiteral(roles.system)}`);
    for (const statement of splitStatements(nameRoles(migration.script, roles))) await owner.query(statement);
    await note(owner, migration);
    if (migration.oldestProgram !== undefined) {
      const limit = [migration.oldestProgram, migration.number];
      await owner.query('update schema_migrations set oldest_program = $1 where number = $2', limit);
    }
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Comments, quoted texts, bodies of functions, and the semicolons that end statements. */
const scriptTokens = /--[^\n]*|'(?:[^']|'')*'|\$\$[\s\S]*?\$\$|;/g;

/**
 * Splits a script at the semicolons outside comments, quotes and bodies, because a distributed PostgreSQL takes one
 * statement at a time.
 */
export function splitStatements(script: string): string[] {
  const ends = [...script.matchAll(scriptTokens)].filter(([token]) => token === ';').map(({ index }) => index);
  const parts = [...ends, script.length].map((end, place) =>
    script.slice(place === 0 ? 0 : (ends[place - 1] ?? 0) + 1, end),
  );
  return parts.map((part) => part.trim()).filter((part) => part.replaceAll(/--[^\n]*/g, '').trim() !== '');
}

/** The scripts write the usual role names, because `grant … to` takes a literal name only. */
function nameRoles(script: string, { app, system }: MigrationOptions['roles']) {
  return script
    .replaceAll(/\bsteward_app\b/g, () => pg.escapeIdentifier(app))
    .replaceAll(/\bsteward_system\b/g, () => pg.escapeIdentifier(system));
}
