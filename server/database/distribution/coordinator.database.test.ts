import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyStatement, Sql } from '../../sql/sql.ts';
import { declaredStatements } from '../../sql/statement.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import { declareAllStatements } from '../../testing/sql/statement-modules.ts';
import { findPostgresError } from '../connection/errors.ts';
import { buildCompany, buildUser } from '../testing/builders.ts';
import { insertRows, listCompanyRows } from '../testing/company-rows.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { isDistributedRun } from '../testing/test-server.ts';
import { listOfProvider, listPlaced, listWalled } from '../tables/tables.ts';

let database: TestDatabase;
let own: string;
let other: string;

async function buildRows(): Promise<string> {
  const { id } = await buildCompany(database);
  await buildUser(database, id);
  await insertRows(database, id, listCompanyRows());
  return id;
}

/** The number of rows that the statement reads or writes in a transaction of the company, or its SQLSTATE. */
async function attempt(companyId: string, text: string): Promise<number | string> {
  try {
    return await database.inCompany(companyId, async (tx) => (await runSql(tx, text)).length);
  } catch (error) {
    return findPostgresError(error)?.code ?? String(error);
  }
}

/** The plan of a statement with null for each parameter but the company. */
async function explain(tx: Sql, { text, order }: AnyStatement): Promise<string> {
  const values = order.map((name) => (name === 'companyId' ? `'${own}'` : 'null')).join(', ');
  await runSql(tx, 'deallocate all');
  await runSql(tx, `prepare one as ${text}`);
  return JSON.stringify(await runSql<object>(tx, `explain execute one${values === '' ? '' : `(${values})`}`));
}

/** A row of another company; of a table that is divided by months, in one that has a partition. */
function toForeignRow(table: string, key: string): string {
  const divider = dividers[table];
  return divider ? `(${key}, ${divider}) values ('${other}', '2026-11-01')` : `(${key}) values ('${other}')`;
}

/** The columns by which tables are divided by months. */
const dividers: Readonly<Record<string, string>> = {
  conversations: 'started_at',
  messages: 'started_at',
  search_segments: 'month',
  search_words: 'month',
};

/* What only a distributed PostgreSQL can show (`npm run test:distributed`). */
describe.runIf(isDistributedRun)('through the coordinator', () => {
  beforeAll(async () => {
    await declareAllStatements();
    database = await openTestDatabase();
    await database.systemPool.query(`select make_month_partitions('2026-11-01')`);
    own = await buildRows();
    other = await buildRows();
  });

  afterAll(() => database.close());

  test('every table shows the rows of the company alone, and takes none of another', async () => {
    const columns = await runSql<{ table: string; column: string }>(
      database.actors,
      `select c.relname::text as table, min(a.attname::text) as column from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          and a.attidentity = '' and a.attname not in ('id', 'company_id') group by 1`,
    );
    const columnOf = new Map(columns.map(({ table, column }) => [table, column]));
    for (const table of [...listPlaced('shard'), ...listPlaced('copied')]) {
      const key = table === 'companies' ? 'id' : 'company_id';
      const column = columnOf.get(table);
      const through = (text: string) => attempt(own, text);
      const found = {
        own: await through(`select 1 from ${table} where ${key} = '${own}'`),
        other: await through(`select 1 from ${table} where ${key} = '${other}'`),
        others: await through(`select 1 from ${table} where ${key} <> '${own}'`),
        changed: await through(`update ${table} set ${column} = ${column} where ${key} = '${other}' returning 1`),
        deleted: await through(`delete from ${table} where ${key} = '${other}' returning 1`),
        added: await through(`insert into ${table} ${toForeignRow(table, key)}`),
      };
      const isOpen = !listOfProvider().includes(table);
      expect([table, found]).toEqual([
        table,
        {
          own: expect.toSatisfy((count) => (isOpen ? count > 0 : count === '42501')),
          other: isOpen ? 0 : '42501',
          others: isOpen ? 0 : '42501',
          changed: expect.toBeOneOf([0, '42501']),
          deleted: expect.toBeOneOf([0, '42501']),
          added: '42501',
        },
      ]);
    }
  });

  test('every table shows nothing where no company is bound, on a worker too', async () => {
    const worker = new URL(database.logins.appUrl);
    worker.host = process.env['STEWARD_TEST_WORKERS']?.split(',')[0] ?? '';
    for (const url of [database.logins.appUrl, worker.href]) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const table of listWalled().filter((name) => !listOfProvider().includes(name))) {
        const { rows } = await client.query(`select count(*)::int as count from ${table}`);
        expect([url, table, rows]).toEqual([url, table, [{ count: 0 }]]);
      }
      await client.end();
    }
  });

  test('no statement of a company is the work of more than one shard', async () => {
    const spread: string[] = [];
    for (const statement of declaredStatements.filter(({ scope }) => scope === 'company')) {
      const plan = await database.inCompany(own, (tx) => explain(tx, statement)).catch(() => undefined);
      const tasks = [...(plan?.matchAll(/Task Count: (\d+)/g) ?? [])].map(([, count]) => Number(count));
      if (tasks.some((count) => count > 1)) spread.push(statement.text);
    }
    expect(spread).toEqual([]);
  });

  test('Citus plans nothing to find an actor or an intake caller', async () => {
    const found = declaredStatements.filter(({ name }) => ['actors.find', 'intake-callers.find'].includes(name ?? ''));
    expect(found).toHaveLength(2);
    for (const { text } of found) {
      const plan = await runSql<object>(database.actors, `explain ${text.replaceAll(/\$\d+/g, 'null')}`);
      expect(JSON.stringify(plan)).not.toContain('Citus');
    }
  });
});
