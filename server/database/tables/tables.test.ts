import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { toPlacedDefinition } from '../distribution/placed-keys.ts';
import { runAsOwner } from '../testing/test-server.ts';
import { listPlaced, placements, tableFacts } from './tables.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

async function listNames(text: string): Promise<string[]> {
  const { rows } = await runAsOwner(database.ownerUrl, text);
  return rows.map(({ name }: { name: string }) => name);
}

test('every table has a place on a distributed PostgreSQL', async () => {
  const tables = await listNames(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  expect(tables).toEqual(Object.keys(placements).toSorted());
});

test('what is in a shard has no unique key and no foreign key that leads out of its company', async () => {
  const inShards = listPlaced('shard');
  const withoutCompany = await listNames(
    `select i.indexrelid::regclass::text as name from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indisunique and i.indrelid::regclass::text = any ('{${inShards.join(',')}}')
        and a.attname <> 'company_id'`,
  );
  expect(withoutCompany).toEqual([]);
  const leadingOut = await listNames(
    `select conname as name from pg_constraint
      where contype = 'f' and conrelid::regclass::text = any ('{${inShards.join(',')}}')
        and confrelid::regclass::text <> all ('{${[...inShards, ...listPlaced('copied')].join(',')}}')
        and conparentid = 0`,
  );
  expect(leadingOut).toEqual([]);
});

test('no foreign key of a shard sets null with its company in it, because Citus refuses that', async () => {
  const setting = await listNames(
    `select pg_get_constraintdef(oid) as name from pg_constraint
      where contype = 'f' and conrelid::regclass::text = any ('{${listPlaced('shard').join(',')}}') and confdeltype in ('n', 'd')`,
  );
  expect(setting.length).toBeGreaterThan(1);
  expect(setting.map(toPlacedDefinition).filter((definition) => definition.includes('company_id'))).toEqual([]);
});

test('what stays where a company goes back to a backup names nothing that is replaced', async () => {
  const restored = (...kinds: string[]) =>
    Object.keys(tableFacts)
      .filter((name) => kinds.includes(tableFacts[name]?.restored ?? ''))
      .join(',');
  const naming = await listNames(
    `select conname as name from pg_constraint
      where contype = 'f' and conparentid = 0 and conrelid::regclass::text = any ('{${restored('kept', 'added')}}')
        and confrelid::regclass::text = any ('{${restored('replaced')}}') and confrelid <> 'companies'::regclass`,
  );
  expect(naming).toEqual([]);
});
