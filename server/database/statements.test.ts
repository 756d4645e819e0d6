import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { declaredStatements } from '../sql/statement.ts';
import type { AnyStatement } from '../sql/sql.ts';
import { describeStatement } from '../testing/sql/describe-statement.ts';
import { findDatabaseTimes } from '../testing/sql/find-database-times.ts';
import { findUnboundTables } from '../testing/sql/find-unbound-tables.ts';
import { declareAllStatements } from '../testing/sql/statement-modules.ts';
import { findCopiedUse } from './distribution/copied-rows.ts';
import { isSentAsCopy, ledgerFunctions, namesCoordinator } from './distribution/placed-statements.ts';
import { listPlaced } from './tables/tables.ts';
import { createTestDatabase } from './testing/test-database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let moduleCount: number;
let companyColumns: ReadonlyMap<string, string>;
let timedColumns: ReadonlyMap<string, readonly string[]>;

beforeAll(async () => {
  moduleCount = await declareAllStatements();
  database = await createTestDatabase(inject('testServer').template);
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  // Connections of actors find the tables of accounts without their schema.
  await client.query('set search_path = public, identity');
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_policies where policyname = 'company'`,
  );
  const timed = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where column_default = 'now()' group by table_name`,
  );
  timedColumns = new Map(timed.rows.map(({ name, columns }) => [name, columns]));
  companyColumns = new Map(rows.map(({ name }) => [name, name === 'companies' ? 'id' : 'company_id']));
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Lists differences between the declared and the described types of a statement, one line each. */
async function listDifferences(statement: AnyStatement): Promise<string[]> {
  const { parameters, columns } = await describeStatement(client, statement.text);
  const declaredParams = { companyId: { names: ['uuid'], isNullable: false }, ...statement.params };
  const wrongParams = statement.order.flatMap((name, index) => {
    const declared = Object.hasOwn(declaredParams, name) ? declaredParams[name as 'companyId'] : undefined;
    const type = parameters[index] ?? '';
    if (!declared) return [`parameter ${name} is not declared`];
    return declared.names.includes(type) ? [] : [`parameter ${name} is ${type}, declared ${declared.names.join('/')}`];
  });
  const unused = Object.keys(statement.params).filter((name) => !statement.order.includes(name));
  const described = new Map(columns.map((column) => [column.name, column]));
  const wrongColumns = Object.entries(statement.row).flatMap(([name, { names, isNullable }]) => {
    const column = described.get(name);
    if (!column) return [`column ${name} is not answered`];
    if (!names.includes(column.type)) return [`column ${name} is ${column.type}, declared ${names.join('/')}`];
    return column.mayBeNull && !isNullable ? [`column ${name} may be null`] : [];
  });
  const undeclared = [...described.keys()].filter((name) => !Object.hasOwn(statement.row, name));
  return [
    ...wrongParams,
    ...unused.map((name) => `parameter ${name} is not used`),
    ...wrongColumns,
    ...undeclared.map((name) => `column ${name} is not declared`),
  ];
}

async function report(find: (statement: AnyStatement) => Promise<string[]>, statements = declaredStatements) {
  const found: { text: string; faults: string[] }[] = [];
  for (const statement of statements) {
    const faults = await find(statement).catch((error: unknown) => [String(error)]);
    if (faults.length > 0) found.push({ text: statement.text, faults });
  }
  return found;
}

describe('every declared statement', () => {
  test('has the parameters and columns that PostgreSQL describes', async () => {
    // A floor, so that a changed import can not leave the declarations unseen.
    expect(moduleCount).toBeGreaterThanOrEqual(140);
    expect(declaredStatements.length).toBeGreaterThan(moduleCount);
    expect(await report(listDifferences)).toEqual([]);
  });

  test('of a company names its company for each table of a company', async () => {
    const statements = declaredStatements.filter(({ scope }) => scope === 'company');
    const find = ({ text, order }: AnyStatement) =>
      findUnboundTables(text, companyColumns, order.indexOf('companyId') + 1 || undefined);
    expect(await report(find, statements)).toEqual([]);
  });

  test('takes the time from the clock port, not from PostgreSQL', async () => {
    expect(timedColumns.size).toBeGreaterThan(10);
    const find = async ({ text }: AnyStatement) => findDatabaseTimes(text, timedColumns);
    // The library of sessions writes their expiry by the clock of the machine.
    const statements = declaredStatements.filter(({ text }) => !text.includes('s.expires_at > now()'));
    expect(await report(find, statements)).toEqual([]);
  });

  test('is handed days and offsets and no zone, because the time-zone data of the database can be older than the program’s', () => {
    const zoned = declaredStatements.filter(({ text }) => /company_clock|at time zone (?!'UTC')/i.test(text));
    // The start compares both.
    expect(zoned.map(({ text }) => text).filter((text) => !text.includes('pg_timezone_names'))).toEqual([]);
  });

  test('calls no function of LANGUAGE sql, because a distributed PostgreSQL runs none on distributed tables', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p
        join pg_language l on l.oid = p.prolang join pg_namespace n on n.oid = p.pronamespace
      where l.lanname = 'sql' and n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'pgboss')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    );
    expect(rows).toEqual([]);
  });

  test('across companies reads a table in shards by no subquery without columns, which a distributed PostgreSQL cannot plan', () => {
    const withoutColumns = new RegExp(`\\(select from (?:public\\.)?(?:${listPlaced('shard').join('|')})\\b`);
    const across = declaredStatements.filter(({ scope }) => scope !== 'company');
    expect(across.length).toBeGreaterThan(100);
    expect(across.filter(({ text }) => withoutColumns.test(text)).map(({ text }) => text)).toEqual([]);
  });

  test('across companies answers something of the rows that it selects and inserts, because Citus would copy them past row-level security', () => {
    const across = declaredStatements.filter(({ scope }) => scope !== 'company');
    expect(across.filter(({ text }) => isSentAsCopy(text)).map(({ text }) => text)).toEqual([]);
  });

  test('sets no column to a part of an array that it computes, and selects from no subquery without columns: Citus ends the server', () => {
    const ending = [/\bset\b[^]*= \([^()]*\)\[/, /= \([^]*\)\[\d*:\d*\]/, /\(select\)/];
    const found = declaredStatements.filter(({ text }) => ending.some((pattern) => pattern.test(text)));
    expect(found.map(({ text }) => text)).toEqual([]);
  });

  test('that shares rows of a table that a distributed PostgreSQL copies names their ids', () => {
    // What the ledger shares is locked in the shard of the company, on the server of its reader alone.
    const ofShards = 'upper(sap_id) = any';
    const shares = declaredStatements.filter(
      ({ text }) => findCopiedUse(text) === 'shares' && !text.includes(ofShards),
    );
    expect(shares.length).toBeGreaterThan(1);
    expect(shares.filter(({ lockedRows }) => lockedRows === undefined).map(({ text }) => text)).toEqual([]);
  });

  test('of the ledger is known by the functions that take its lock', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select proname as name from pg_proc where prosrc like '%7283914005%' order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(ledgerFunctions);
  });

  test('of a company calls no function of the schema public that reads what is on the coordinator alone', async () => {
    const { rows } = await client.query<{ name: string; source: string }>(
      `select proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const readers = rows.filter(({ source }) => namesCoordinator(source)).map(({ name }) => name);
    expect(readers).toContain('company_is_proven');
    const calls = new RegExp(`\\b(?:${readers.join('|')})\\(`);
    const found = declaredStatements.filter(({ scope, text }) => scope === 'company' && calls.test(text));
    expect(found.map(({ text }) => text)).toEqual([]);
  });

  test('with a name has one text under that name', () => {
    const texts = new Map<string, string>();
    const clashes = declaredStatements.flatMap(({ name, text }) => {
      if (name === undefined) return [];
      const known = texts.get(name) ?? text;
      texts.set(name, known);
      return known === text ? [] : [name];
    });
    expect(clashes).toEqual([]);
  });
});
