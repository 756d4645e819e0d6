import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgresError } from '../connection/errors.ts';
import { getLogin } from './roles.ts';
import { buildCompany, buildUser } from '../testing/builders.ts';
import { insertRows, listCompanyRows } from '../testing/company-rows.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { isDistributedRun } from '../testing/test-server.ts';
import { listOfProvider, listPlaced, listWalled } from '../tables/tables.ts';

/** Their tables, and the views of a distributed PostgreSQL, are of no company. */
const systemSchemas = ['identity', 'pgboss', 'steward_copies'];

const unread = listOfProvider().map((name) => `public.${name}`);

type Table = { name: string; schema: string; forced: boolean; policies: string[]; isPartition: boolean };

let database: TestDatabase;
let app: pg.Pool;
let tables: Table[];
let own: string;
let other: string;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.systemPool.query(`select make_month_partitions('2026-11-01')`);
  app = new pg.Pool({ connectionString: database.logins.appUrl, max: 2 });
  tables = await listTables();
  [own, other] = await Promise.all([buildRows(), buildRows()]);
});

afterAll(async () => {
  await app.end();
  await database.close();
});

describe('every table', () => {
  test('belongs to a company behind forced row-level security, or is named as a table of none', () => {
    const unprotected = tables.filter((table) => !isSystemTable(table) && !isProtected(table));
    expect(unprotected).toEqual([]);
    expect(
      companyTables()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(listWalled().map((name) => `public.${name}`));
  });

  test('that is one month of another is reached through that one alone', async () => {
    const months = tables.filter((table) => table.isPartition && !isSystemTable(table));
    expect(months.length).toBeGreaterThan(0);
    for (const { name, forced } of months) {
      expect([name, forced, await attempt(`select * from ${name}`, own)]).toEqual([name, true, '42501']);
    }
  });

  test('of a company shows its own rows and none of another company', async () => {
    for (const table of readTables()) {
      const seen = await countAs(own, table);
      expect({ table: table.name, own: seen.own > 0, foreign: seen.foreign }).toEqual({
        table: table.name,
        own: true,
        foreign: 0,
      });
    }
  });

  test('of a company refuses to change, delete or add rows of another company', async () => {
    for (const table of companyTables()) {
      const key = companyColumn(table);
      const statements = [
        `update ${table.name} set ${key} = ${key} where ${key} = '${other}'`,
        `delete from ${table.name} where ${key} = '${other}'`,
        `insert into ${table.name} select (jsonb_populate_record(t, '{"${key}": "${other}"}')).* from ${table.name} t`,
        `update ${table.name} set ${key} = '${other}'`,
      ];
      for (const statement of statements) {
        expect([statement, await attempt(statement, own)]).toEqual([
          statement,
          // 0A000: Citus moves no row to another company.
          expect.toBeOneOf([0, '42501', '428C9', ...(isDistributedRun ? ['0A000'] : [])]),
        ]);
      }
    }
  });

  test('of a company shows and takes nothing where no company is bound', async () => {
    for (const table of readTables()) {
      const { rows } = await app.query(`select count(*)::int as count from ${table.name}`);
      expect([table.name, rows[0].count]).toEqual([table.name, 0]);
      const statement = `delete from ${table.name}`;
      expect([statement, await attempt(statement)]).toEqual([statement, expect.toBeOneOf([0, '42501'])]);
    }
    await expect(
      app.query(`insert into files (key, purpose, content_type)
      values (repeat('a', 22), 'logo', 'image/png')`),
    ).rejects.toThrow(/company_id|row-level security/);
  });

  test('of the provider about a company is closed to the company too', async () => {
    expect(unread.length).toBeGreaterThan(0);
    for (const name of unread) {
      expect([name, await attempt(`select * from ${name}`, own)]).toEqual([name, '42501']);
      expect([name, await attempt(`delete from ${name}`, own)]).toEqual([name, '42501']);
      expect([name, await attempt(`insert into ${name} default values`, own)]).toEqual([name, '42501']);
    }
  });

  test('of no company is closed to the application role', async () => {
    const open = ['pgboss.job_common', 'pgboss.queue'];
    for (const table of tables.filter(isSystemTable).filter(({ name }) => !open.includes(name))) {
      expect([table.name, await attempt(`select * from ${table.name}`, own)]).toEqual([table.name, '42501']);
    }
  });

  test('keeps audit entries from being changed or deleted', async () => {
    expect(await attempt(`update audit_entries set action = 'x'`, own)).toBe('42501');
    expect(await attempt('delete from audit_entries', own)).toBe('42501');
  });
});

describe('the login roles', () => {
  test('own nothing, are members of nothing and can not bypass row-level security', async () => {
    const owner = await connectOwner();
    for (const url of [database.logins.appUrl, database.logins.systemUrl]) {
      const { name } = getLogin(url);
      const { rows } = await owner.query(
        `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication, rolinherit,
            (select count(*)::int from pg_shdepend where refobjid = r.oid and deptype = 'o') as owned,
            (select count(*)::int from pg_auth_members where member = r.oid) as memberships
          from pg_roles r where rolname = $1`,
        [name],
      );
      expect(rows).toEqual([
        {
          rolsuper: false,
          rolbypassrls: false,
          rolcreaterole: false,
          rolcreatedb: false,
          rolreplication: false,
          rolinherit: false,
          owned: 0,
          memberships: 0,
        },
      ]);
    }
    await owner.end();
  });

  test('can not lift the wall or take another role', async () => {
    const statements = [
      'alter table users disable row level security',
      'drop policy company on users',
      'create table x ()',
    ];
    for (const statement of statements)
      expect([statement, await attempt(statement, own)]).toEqual([statement, '42501']);
    expect(await attempt(`set role ${getLogin(database.logins.systemUrl).name}`, own)).toBe('42501');
    expect(await attempt('set row_security = off; select from users', own)).toBe('42501');
  });
});

test('a foreign key can not reach into another company', async () => {
  const stranger = await buildUser(database, other);
  expect(await attempt(`update companies set primary_contact_id = '${stranger.id}'`, own)).toBe('23503');
});

async function buildRows() {
  const company = await buildCompany(database);
  await buildUser(database, company.id);
  await insertRows(database, company.id, listCompanyRows());
  return company.id;
}

/** Rows seen of the bound company and of any other. */
async function countAs(companyId: string, table: Table) {
  const key = companyColumn(table);
  return bound(companyId, async (client) => {
    const { rows } = await client.query<{ own: number; foreign: number }>(
      `select count(*) filter (where ${key} = $1)::int as own, count(*) filter (where ${key} <> $1)::int as foreign
        from ${table.name}`,
      [companyId],
    );
    return rows[0] ?? { own: 0, foreign: 0 };
  });
}

/** How many rows a statement touched, or the SQL state that refused it. Always rolled back. */
async function attempt(statement: string, companyId?: string) {
  return bound(companyId, async (client) => {
    try {
      const result = await client.query(statement);
      return result.rowCount ?? 'done';
    } catch (error) {
      return findPostgresError(error)?.code;
    }
  });
}

async function bound<T>(companyId: string | undefined, work: (client: pg.PoolClient) => Promise<T>) {
  const client = await app.connect();
  try {
    await client.query(companyId ? `begin; set local app.company_id = '${companyId}'` : 'begin');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function listTables(): Promise<Table[]> {
  const owner = await connectOwner();
  const { rows } = await owner.query<Table>(
    `select nspname || '.' || relname as name, nspname as schema, relrowsecurity and (relforcerowsecurity or $2) as forced,
        relispartition as "isPartition",
        array(select polname::text from pg_policy
               where polrelid = c.oid and (select oid from pg_roles where rolname = $1) = any (polroles)) as policies
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p', 'm', 'v', 'f') and nspname !~ '^pg_' and nspname <> 'information_schema'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    // Citus can not move shards whose row-level security binds their owner too.
    [getLogin(database.logins.appUrl).name, isDistributedRun],
  );
  await owner.end();
  return rows;
}

async function connectOwner() {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  return owner;
}

function companyTables() {
  return tables.filter((table) => !isSystemTable(table) && !table.isPartition);
}

const readTables = () => companyTables().filter(({ name }) => !unread.includes(name));

function isSystemTable({ name, schema }: Table) {
  return listPlaced('coordinator').includes(name.replace('public.', '')) || systemSchemas.includes(schema);
}

/** Tables whose rows several companies may read: the provider's skills, and their screenshots. */
const providedTables = ['public.skills', 'public.standard_prices', 'public.files'];

function isProtected({ name, forced, policies, isPartition }: Table) {
  const expected = isPartition ? '' : providedTables.includes(name) ? 'company,provided' : 'company';
  return forced && policies.toSorted().join() === expected;
}

function companyColumn({ name }: Table) {
  return name === 'public.companies' ? 'id' : 'company_id';
}
