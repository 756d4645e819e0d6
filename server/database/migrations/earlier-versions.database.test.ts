import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDatabase } from '../prepare-database.ts';
import { tableFacts } from '../tables/tables.ts';
import { listCompanyRows } from '../testing/company-rows.ts';
import { earlierVersions } from '../testing/earlier-versions.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { isDistributedRun } from '../testing/test-server.ts';
import { listMigrationFiles } from './migrate.ts';

/** Examples are those of today: a table that had fewer columns then, or was not there, is left out. */
const leastFilled = 60;

let target: Awaited<ReturnType<typeof createTestDatabase>>;
let lines: string[];
beforeEach(async () => {
  target = await createTestDatabase();
  lines = [];
});
afterEach(() => target.drop());

function prepare(through?: number) {
  const note = (line: string) => void lines.push(line);
  return prepareDatabase({ ...target, log: { info: note, warn: note, error: note }, through });
}

async function withOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: target.ownerUrl });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** Fills the tables of a company as far as they take today's examples. */
async function fill(client: pg.Client): Promise<void> {
  await client.query(`select make_month_partitions('2026-11-01')`);
  await client.query('begin');
  const made = await client.query<{ id: string }>(
    `insert into companies (name, billed_since) values ('Earlier', '2026-11-01') returning id`,
  );
  await client.query(`set local app.company_id = '${made.rows[0]?.id}'`);
  await client.query(
    `with account as (insert into identity.accounts (email, name) values ('a@b.example', 'A') returning id)
      insert into users (account_id, email, first_name, last_name, company, roles)
      select id, 'a@b.example', 'A', 'B', 'C', '{User}' from account`,
  );
  for (const text of listCompanyRows()) {
    await client.query('savepoint row');
    await client.query(text).catch(() => client.query('rollback to savepoint row'));
  }
  await client.query('commit');
}

/** The rows of each table that has some. */
async function countRows(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const known = tables.filter(({ name }) => Object.hasOwn(tableFacts, name) && name !== 'schema_migrations');
  const counts = known.map(({ name }) => `select '${name}' as name, count(*)::int as rows from ${name}`);
  const { rows } = await client.query<{ name: string; rows: number }>(counts.join(' union all '));
  return new Map(rows.filter((counted) => counted.rows > 0).map((counted) => [counted.name, counted.rows]));
}

test.skipIf(isDistributedRun).each(earlierVersions)(
  'a database of $name is taken over with all its rows',
  async ({ lastMigration, migrations }) => {
    const files = await listMigrationFiles();
    const sum = createHash('sha256').update(
      files
        .slice(0, lastMigration)
        .map(({ checksum }) => checksum)
        .join(),
    );
    expect(sum.digest('hex').slice(0, 16)).toBe(migrations);
    await prepare(lastMigration);
    const before = await withOwner(async (client) => fill(client).then(() => countRows(client)));
    expect(before.size).toBeGreaterThan(leastFilled);
    await prepare();
    await prepare();
    const after = await withOwner(countRows);
    expect([...before].filter(([name, rows]) => after.get(name) !== rows)).toEqual([]);
    expect(lines.filter((line) => line.startsWith('Applied'))).toHaveLength(2);
  },
);
