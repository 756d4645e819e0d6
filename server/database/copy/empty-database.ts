import type pg from 'pg';
import { DatabaseRefused } from '../connection/errors.ts';
import { findJobsVersion, listMigrations, listTables, type DatabaseContents } from './catalogue.ts';
import { isDistributed } from '../distribution/distribute.ts';
import { withOwner } from './owner-connection.ts';
import { jobConnectionPrefix } from '../running-portals.ts';
import { listMigrationFiles } from '../migrations/migrate.ts';
import { carryOver } from '../migrations/older-series.ts';
import { toCommandLine } from '../../lib/command-line.ts';

/**
 * The number of the last migration that makes these tables.
 * @throws DatabaseRefused where this program does not make them
 */
export async function findLastMigration({ migrations }: Pick<DatabaseContents, 'migrations'>): Promise<number> {
  const known = await listMigrationFiles();
  const noted = carryOver(migrations, known);
  for (const { number, name, checksum } of noted) {
    const own = known.find((migration) => migration.number === number);
    if (!own) throw new DatabaseRefused(`The backup is of a newer program (it has ${name}): restore with that one.`);
    if (own.checksum !== checksum) throw new DatabaseRefused(`The backup has another ${name} than this program.`);
  }
  return noted.length;
}

/** @throws DatabaseRefused where a portal uses the database, or where it has rows, is distributed, or has tables of migrations after `through` */
export async function checkEmpty(ownerUrl: string, through: number): Promise<void> {
  await withOwner(ownerUrl, async (client) => {
    if (await isDistributed(client)) {
      throw new DatabaseRefused(
        `This database is distributed: name a plain one on the coordinator, and then run ${toCommandLine('distribute')} (docs/distributed.md).`,
      );
    }
    if (await isPortalRunning(client)) {
      throw new DatabaseRefused('A portal is running on this database: stop it first, or name another database.');
    }
    await client.query('begin read only; set local app.backup = on');
    if (!(await hasTables(client))) return;
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from companies');
    const count = rows[0]?.count ?? 0;
    if (count > 0) {
      throw new DatabaseRefused(
        `This database holds ${count} companies, and nothing is overwritten: name an empty DATA_DIR or database.`,
      );
    }
    if ((await listMigrations(client)).length > through) {
      throw new DatabaseRefused(
        'The tables of this database are newer than the backup: name a database without tables.',
      );
    }
  });
}

async function isPortalRunning(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where datname = current_database() and starts_with(application_name, $1) limit 1',
    [jobConnectionPrefix],
  );
  return rowCount !== 0;
}

async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exist: boolean }>(`select to_regclass('companies') is not null as exist`);
  return rows[0]?.exist === true;
}

/** @throws DatabaseRefused where tables have other columns, or jobs another version */
export async function checkTables(client: pg.Client, { tables, jobs }: DatabaseContents): Promise<void> {
  const present = new Map((await listTables(client)).map(({ name, columns }) => [name, columns.toSorted().join()]));
  for (const { name, columns } of tables) {
    if (present.get(name) === columns.toSorted().join()) continue;
    throw new DatabaseRefused(`The table ${name} of the backup is another one than this program makes.`);
  }
  const own = await findJobsVersion(client);
  if (own !== jobs) {
    throw new DatabaseRefused(
      `The tables of jobs have version ${jobs} in the backup and ${own} here: restore with the program that made the backup, then upgrade.`,
    );
  }
}
