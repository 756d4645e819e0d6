import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredStatements } from '../../sql/statement.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import { findPostgresError } from '../connection/errors.ts';
import { buildCompany, buildUser } from '../testing/builders.ts';
import { auditRows, listCompanyRows } from '../testing/company-rows.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { TestDatabase } from '../testing/test-database.ts';
import { deleteShardViews, planDistribution } from './distribute.ts';
import { listPlaced } from './placement.ts';

/* What only a distributed PostgreSQL can show (`npm run test:distributed`). */
const isDistributed = (process.env['STEWARD_TEST_WORKERS'] ?? '') !== '';

const serverFolder = join(import.meta.dirname, '../..');
const modules = globSync('**/*.ts', { cwd: serverFolder })
  .filter((path) => !path.endsWith('.test.ts') && !path.includes('testing/'))
  .filter((path) => /^import .*sql\/statement\.ts'/m.test(readFileSync(join(serverFolder, path), 'utf8')));

let database: TestDatabase;
let own: string;
let other: string;

async function buildRows(): Promise<string> {
  const { id } = await buildCompany(database);
  await buildUser(database, id);
  for (const text of [...auditRows, ...listCompanyRows(randomUUID())]) {
    const [, table = ''] = /insert into (\w+)/.exec(text) ?? [];
    // The version of a limit comes from a sequence, which workers of Citus do not have for integers.
    const isOfCoordinator = listPlaced('copied').includes(table) || table === 'skill_limits';
    const open = isOfCoordinator ? database.withCompany : database.withShard;
    await open(id, (tx) => runSql(tx, text));
  }
  return id;
}

/** The number of rows that the statement reads or writes inside the shard of `companyId`, or its SQLSTATE. */
async function attempt(companyId: string, text: string): Promise<number | string> {
  try {
    return await database.withShard(companyId, async (tx) => (await runSql(tx, text)).length);
  } catch (error) {
    return findPostgresError(error)?.code ?? String(error);
  }
}

describe.runIf(isDistributed)('inside the shard of a company', () => {
  beforeAll(async () => {
    await Promise.all(modules.map((path) => import(join(serverFolder, path))));
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
      const found = {
        own: await attempt(own, `select 1 from ${table} where ${key} = '${own}'`),
        other: await attempt(own, `select 1 from ${table} where ${key} = '${other}'`),
        moved: await attempt(own, `update ${table} set ${key} = '${other}' returning 1`),
        changed: await attempt(own, `update ${table} set ${key} = ${key} where ${key} = '${other}' returning 1`),
        deleted: await attempt(own, `delete from ${table} where ${key} = '${other}' returning 1`),
      };
      expect([table, found]).toEqual([
        table,
        {
          own: expect.toSatisfy((count) => count > 0),
          other: 0,
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
    for (const { text, order } of declaredStatements.filter(({ scope }) => scope === 'company')) {
      const values = order.map((name) => (name === 'companyId' ? `'${own}'` : 'null')).join(', ');
      await database
        .withShard(own, async (tx) => {
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
    const writesCopied = new RegExp(`(?:insert into|update|delete from) (?:${listPlaced('copied').join('|')})\\b`);
    expect(refused.filter((each) => !writesCopied.test(each))).toEqual([]);
  });

  test('the views are made again after they were deleted, within the same call', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await deleteShardViews(owner);
    await owner.end();
    expect(await attempt(own, 'select 1 from companies')).toBe(1);
    expect(await database.readCompany(other, (tx) => runSql(tx, 'select 1 from companies'))).toHaveLength(1);
  });

  test('nothing is left to distribute', async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    const [app, system] = [database.logins.appUrl, database.logins.systemUrl].map((url) => new URL(url).username);
    const steps = await planDistribution(owner, { app: app ?? '', system: system ?? '' });
    await owner.end();
    // A cloned database has none of the settings of the one that it was cloned from.
    expect(steps.map(({ title }) => title).filter((title) => !title.startsWith('Let copied tables'))).toEqual([]);
  });
});
