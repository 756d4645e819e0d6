import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredStatements } from '../../sql/statement.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import { declareAllStatements } from '../../testing/sql/statement-modules.ts';
import { checkEmpty } from '../copy/empty-database.ts';
import { moveDatabase } from '../copy/move-database.ts';
import { listMigrationFiles, migrationsFolder } from '../migrations/migrate.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { findPostgresError } from '../connection/errors.ts';
import { buildCompany, buildUser } from '../testing/builders.ts';
import { insertRows, listCompanyRows } from '../testing/company-rows.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { isDistributedRun, runAsOwner } from '../testing/test-server.ts';
import { findCopiedUse } from './copied-rows.ts';
import { deleteShardViews, distribute, planDistribution } from './distribute.ts';
import { namesCoordinator } from './placed-statements.ts';
import { listOfProvider, listPlaced, placements } from '../tables/tables.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let database: TestDatabase;
let own: string;
let other: string;

async function buildRows(): Promise<string> {
  const { id } = await buildCompany(database);
  await buildUser(database, id);
  await insertRows(database, id, listCompanyRows());
  return id;
}

/** The number of rows that the statement reads or writes inside the shard of `companyId`, or its SQLSTATE. */
async function attempt(companyId: string, text: string): Promise<number | string> {
  try {
    return await database.withLedger(companyId, async (tx) => (await runSql(tx, text)).length);
  } catch (error) {
    return findPostgresError(error)?.code ?? String(error);
  }
}

/* What only a distributed PostgreSQL can show (`npm run test:distributed`). */
describe.runIf(isDistributedRun)('inside the shard of a company', () => {
  beforeAll(async () => {
    await declareAllStatements();
    database = await openTestDatabase();
    await database.systemPool.query(`select make_month_partitions('2026-11-01')`);
    own = await buildRows();
    other = await buildRows();
  });

  afterAll(() => database.close());

  test('every table shows the rows of the company alone, and takes none of another', async () => {
    for (const table of [...listPlaced('shard'), ...listPlaced('copied')]) {
      const key = table === 'companies' ? 'id' : 'company_id';
      const denied = listPlaced('copied').includes(table) ? ['0A000', '42501'] : [0, '42501', '428C9'];
      // Quoted, so that PostgreSQL refuses them and not the portal before it.
      const name = `"${table}"`;
      const found = {
        own: await attempt(own, `select 1 from ${table} where ${key} = '${own}'`),
        other: await attempt(own, `select 1 from ${table} where ${key} = '${other}'`),
        moved: await attempt(own, `update ${name} set ${key} = '${other}' returning 1`),
        changed: await attempt(own, `update ${name} set ${key} = ${key} where ${key} = '${other}' returning 1`),
        deleted: await attempt(own, `delete from ${name} where ${key} = '${other}' returning 1`),
      };
      const isOpen = !listOfProvider().includes(table);
      expect([table, found]).toEqual([
        table,
        {
          own: expect.toSatisfy((count) => (isOpen ? count > 0 : count === '42501')),
          other: isOpen ? 0 : '42501',
          moved: expect.toBeOneOf(denied),
          changed: expect.toBeOneOf(denied),
          deleted: expect.toBeOneOf(denied),
        },
      ]);
    }
  });

  test('Citus plans no statement of a company', async () => {
    const refused: string[] = [];
    const plannedByCitus: string[] = [];
    const statements = declaredStatements.filter(
      ({ scope, text }) => scope === 'company' && findCopiedUse(text) !== 'changes' && !namesCoordinator(text),
    );
    for (const { text, order } of statements) {
      const values = order.map((name) => (name === 'companyId' ? `'${own}'` : 'null')).join(', ');
      await database
        .withLedger(own, async (tx) => {
          await runSql(tx, 'deallocate all');
          await runSql(tx, `prepare one as ${text}`);
          const plan = await runSql<object>(tx, `explain execute one${values === '' ? '' : `(${values})`}`);
          if (JSON.stringify(plan).includes('Citus')) plannedByCitus.push(text);
          throw new Error('explained');
        })
        .catch((error: Error) => {
          if (error.message !== 'explained') refused.push(`${error.message} | ${text.trim().replaceAll(/\s+/g, ' ')}`);
        });
    }
    expect(plannedByCitus).toEqual([]);
    expect(refused).toEqual([]);
  });

  test('the views are made again after they were deleted, within the same call', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await deleteShardViews(owner);
    await owner.end();
    expect(await attempt(own, 'select 1 from companies')).toBe(1);
    expect(await database.inCompany.read(other, (tx) => runSql(tx, 'select 1 from companies'))).toHaveLength(1);
  });

  test('a migration’s new table, and a new month, are placed by the next start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'steward-migrations-'));
    await cp(migrationsFolder, folder, { recursive: true, filter: (path) => !path.endsWith('.ts') });
    const number = `${(await listMigrationFiles()).length + 1}`.padStart(4, '0');
    await writeFile(
      join(folder, `${number}_remarks.sql`),
      `create table remarks (company_id uuid not null constraint remarks__company references companies (id),
        id uuid not null, text text not null, primary key (company_id, id));
      select protect_company_table('remarks');
      alter table company_limits add column remark text;`,
    );
    const { ownerUrl, logins } = database;
    const tables = { ...placements, remarks: 'shard' } as const;
    const start = () => prepareDatabase({ ownerUrl, logins, log: quiet, migrations: folder, placements: tables });
    await start();
    await start();
    await database.systemPool.query(`select make_month_partitions('2026-10-01')`);
    const insert = `insert into remarks (id, text) values (gen_random_uuid(), 'new') returning text`;
    for (const id of [own, other]) expect(await database.withLedger(id, (tx) => runSql(tx, insert))).toHaveLength(1);
    expect(await attempt(own, `select 1 from remarks where company_id = '${other}'`)).toBe(0);
    expect(await attempt(own, 'select remark from company_limits')).toBe(1);
    const conversation = `insert into conversations (started_at, id, external_id, day, hour, status, reported_at, status_at)
      values ('2026-10-03Z', gen_random_uuid(), 'old', '2026-10-03', 0, 1, now(), now()) returning 1`;
    expect(await attempt(own, conversation)).toBe(1);
    const { rows } = await runAsOwner(
      ownerUrl,
      `select partmethod as kind from pg_dist_partition where logicalrelid in ('remarks'::regclass, 'messages_2026_10'::regclass)`,
    );
    expect(rows).toEqual([{ kind: 'h' }, { kind: 'h' }]);
    await rm(folder, { recursive: true, maxRetries: 10 });
  });

  test('a table that was put into shards before is copied to every server, with its rows, by the next distribution', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    const count = async () => (await owner.query('select company_id from role_rights order by company_id')).rows;
    const before = await count();
    expect(before.length).toBeGreaterThanOrEqual(2);
    for (const statement of [
      `select run_command_on_workers('select steward_shards.delete_views()')`,
      'drop schema steward_copies cascade',
      'alter table role_rights drop constraint role_rights__company',
      `select undistribute_table('role_rights')`,
      `select create_distributed_table('role_rights', 'company_id', colocate_with => 'audit_heads')`,
      `alter table role_rights add constraint role_rights__company foreign key (company_id) references companies (id)
        on delete cascade`,
    ])
      await owner.query(statement);
    const [app = '', system = ''] = [database.logins.appUrl, database.logins.systemUrl].map(
      (url) => new URL(url).username,
    );
    const steps = await planDistribution(owner, { app, system });
    expect(steps.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        'Take role_rights out of the shards of its companies',
        'Copy role_rights to every server',
      ]),
    );
    await distribute(owner, steps);
    expect(await count()).toEqual(before);
    const { rows } = await owner.query(
      `select repmodel, partmethod from pg_dist_partition where logicalrelid = 'role_rights'::regclass`,
    );
    expect(rows).toEqual([{ repmodel: 't', partmethod: 'n' }]);
    await owner.end();
    expect(await attempt(own, 'select 1 from role_rights')).toBe(1);
    expect(await attempt(own, 'delete from "role_rights" returning 1')).toBe('0A000');
  });

  test('a backup is not restored into it, and it is not moved, with one line that says what to do', async () => {
    const target = { ownerUrl: database.ownerUrl, logins: database.logins };
    await expect(checkEmpty(database.ownerUrl, 0)).rejects.toThrow(/is distributed: name a plain one/);
    const moving = moveDatabase({ ownerUrl: database.ownerUrl, target, installations: [], log: quiet });
    await expect(moving).rejects.toThrow(/is not moved: restore a backup/);
  });

  test('nothing is left to distribute', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    const [app, system] = [database.logins.appUrl, database.logins.systemUrl].map((url) => new URL(url).username);
    const steps = await planDistribution(owner, { app: app ?? '', system: system ?? '' });
    await owner.end();
    // A cloned database has none of the settings of the one that it was cloned from.
    expect(steps.map(({ title }) => title).filter((title) => !title.startsWith('Set what Citus allows'))).toEqual([]);
  });
});
