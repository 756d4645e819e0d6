import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DatabaseRefused } from '../connection/errors.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { listMigrationFiles, splitStatements } from './migrate.ts';
import { listMissing, schemaFiles } from './older-series.ts';
import { jobConnectionPrefix, nameJobConnections } from '../running-portals.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { runAsOwner } from '../testing/test-server.ts';

let target: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let lines: string[];

beforeEach(async () => {
  target = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'steward-migrations-'));
  lines = [];
});

afterEach(async () => {
  await target.drop();
  await rm(folder, { recursive: true, maxRetries: 10 });
});

const write = (name: string, statements: string) => writeFile(join(folder, name), statements);
const note = (line: string) => void lines.push(line);

function prepare(migrations?: string) {
  const { ownerUrl, logins } = target;
  return prepareDatabase({
    ownerUrl,
    logins,
    log: { info: note, warn: note, error: note },
    ...(migrations && { migrations }),
  });
}

/** The least that a portal's database holds, under the roles' usual names. */
const firstTables = 'create table companies (id int); grant select on companies to steward_app;';

test('of several instances starting at once each migration is applied by one', async () => {
  await Promise.all([prepare(), prepare(), prepare()]);
  expect(lines.filter((line) => line.includes('0001_'))).toHaveLength(1);
  const { rows } = await runAsOwner(target.ownerUrl, 'select number from schema_migrations order by number');
  expect(rows[0]).toEqual({ number: 1 });
});

test('a later start applies only what is new', async () => {
  await write('0001_first.sql', firstTables);
  await prepare(folder);
  await write('0002_second.sql', 'create table second (id int);');
  await prepare(folder);
  expect(lines).toEqual(['Applied the migration 0001_first.sql.', 'Applied the migration 0002_second.sql.']);
});

test('an applied migration that was changed stops the start', async () => {
  await write('0001_first.sql', firstTables);
  await prepare(folder);
  await write('0001_first.sql', `${firstTables} create table added (id int);`);
  await expect(prepare(folder)).rejects.toThrow(DatabaseRefused);
  await expect(prepare(folder)).rejects.toThrow(/^The migration 0001_first\.sql was changed after it was applied/);
});

test('line ends of another checkout are no change', async () => {
  await write('0001_first.sql', firstTables.replaceAll(';', ';\n'));
  await prepare(folder);
  await write('0001_first.sql', firstTables.replaceAll(';', ';\r\n'));
  await expect(prepare(folder)).resolves.toBeUndefined();
});

test('a program works with a newer database that its version still knows', async () => {
  await write('0001_first.sql', firstTables);
  await write('0002_second.sql', 'create table second (id int);');
  await write('0003_third.sql', '-- oldest program: 0002\ndrop table second;');
  await prepare(folder);
  await rm(join(folder, '0003_third.sql'));
  await prepare(folder);
  expect(lines.at(-1)).toMatch(/^The database is newer than this program \(it knows 0003_third\.sql\), which still/);
});

test('a database too new for the program stops the start', async () => {
  await write('0001_first.sql', firstTables);
  await write('0002_second.sql', 'create table second (id int);');
  await write('0003_third.sql', '-- oldest program: 0002\ndrop table second;');
  await prepare(folder);
  for (const name of ['0003_third.sql', '0002_second.sql']) await rm(join(folder, name));
  await expect(prepare(folder)).rejects.toThrow(
    /^The database is too new for this program \(it knows 0002_second\.sql\)/,
  );
});

test('a portal that a migration takes something away from stops the start until it is stopped', async () => {
  await write('0001_first.sql', firstTables);
  await write('0002_second.sql', 'create table second (id int);');
  await prepare(folder);
  const run = async (name: string) => {
    const portal = new pg.Client({ connectionString: target.logins.systemUrl, application_name: name });
    await portal.connect();
    return portal;
  };
  await write('0003_third.sql', '-- oldest program: 0002\ndrop table second;');
  const older = await run(nameJobConnections('key', 1));
  await expect(prepare(folder)).rejects.toThrow(DatabaseRefused);
  await expect(prepare(folder)).rejects.toThrow(
    'A portal of an older version runs on this database, and 0003_third.sql takes away what it uses: stop it first.',
  );
  await older.end();
  // One of before does not say what it knows, and its tables are those of 0002.
  const [silent, fitting] = [await run(`${jobConnectionPrefix}aabbccdd`), await run(nameJobConnections('key', 2))];
  await vi.waitFor(() => prepare(folder), 5000);
  await Promise.all([silent.end(), fitting.end()]);
  expect(lines.at(-1)).toBe('Applied the migration 0003_third.sql.');
});

test('a migration that waits for a table lets others use it', async () => {
  await write('0001_first.sql', firstTables);
  await prepare(folder);
  await write('0002_second.sql', 'alter table companies add column name text;');
  const reader = new pg.Client({ connectionString: target.ownerUrl });
  await reader.connect();
  await reader.query('begin; select from companies');
  const prepared = prepare(folder);
  await vi.waitFor(() => expect(lines.at(-1)).toMatch(/0002_second\.sql waits for a table that is in use/), 5000);
  await runAsOwner(target.ownerUrl, `set statement_timeout = 30000; select from companies`);
  await reader.end();
  await expect(prepared).resolves.toBeUndefined();
});

test('a migration that takes away says which programs still work', async () => {
  const taking =
    /\b(?:drop (?:table|column|function)|rename (?:to|column)|set not null|revoke)\b|\balter column \w+ type\b/i;
  const files = (await listMigrationFiles()).slice(schemaFiles);
  const silent = files.filter(({ script, oldestProgram }) => taking.test(script) && oldestProgram === undefined);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('a number that is missing or used twice is named with the file and the expected number', async () => {
  await write('0001_first.sql', firstTables);
  await write('0003_third.sql', 'select 1;');
  await expect(prepare(folder)).rejects.toThrow(/0003_third\.sql must be named 0002_….sql/);
});

test('a migration that fails leaves nothing of itself and is taken up again', async () => {
  await write('0001_first.sql', firstTables);
  await write('0002_second.sql', 'create table second (id int); select 1 / 0;');
  await expect(prepare(folder)).rejects.toThrow(/0002_second\.sql failed.*division by zero/);
  await write('0002_second.sql', 'create table second (id int);');
  await expect(prepare(folder)).resolves.toBeUndefined();
});

test('roles that the tables were not made for stop the start', async () => {
  await write('0001_first.sql', 'create table companies (id int);');
  await expect(prepare(folder)).rejects.toThrow(/were made for other roles than/);
});

test('a database of an older set of migrations stops the start and says what to do', async () => {
  await write('0001_ground_floor.sql', firstTables);
  await prepare(folder);
  await expect(prepare(folder)).rejects.toThrow(DatabaseRefused);
  await expect(prepare(folder)).rejects.toThrow(/made before the first release.*move DATA_DIR away/);
});

describe('a database of the migrations before the schema was written whole', () => {
  const noteOlder = (...names: readonly string[]) =>
    runAsOwner(
      target.ownerUrl,
      `delete from schema_migrations; insert into schema_migrations (number, name, checksum)
        select left(name, 4)::int, name, 'older' from unnest(array['${names.join("', '")}']) name`,
    );

  test('is taken over with its rows, and goes on with what is new', async () => {
    const files = await listMigrationFiles();
    // What came after the schema was written whole is missing in it.
    for (const { name, script } of files.slice(0, schemaFiles)) await write(name, script);
    await prepare(folder);
    await runAsOwner(target.ownerUrl, `insert into page_views (day, path, views) values ('2026-11-26', '/', 7)`);
    const kept = ['0001_tenancy.sql', '0079_user_days.sql'];
    const later = await listMissing(kept.map((name) => ({ number: 1, name, checksum: 'older' })));
    expect(later.map(({ name }) => name)).toContain('0090_share_session.sql');
    await noteOlder(...kept, ...later.map(({ name }) => name));
    await prepare();
    await prepare();
    const { rows } = await runAsOwner(
      target.ownerUrl,
      'select number, name, checksum from schema_migrations order by number',
    );
    expect(rows).toEqual(files.map(({ number, name, checksum }) => ({ number, name, checksum })));
    expect((await runAsOwner(target.ownerUrl, 'select views from page_views')).rows).toEqual([{ views: '7' }]);
  });

  test('stops the start where its last migrations are missing, and says what to do', async () => {
    await prepare();
    await noteOlder('0001_tenancy.sql', '0078_sent_reports.sql');
    await expect(prepare()).rejects.toThrow(DatabaseRefused);
    await expect(prepare()).rejects.toThrow(
      /have 0078_sent_reports\.sql, and 0079_user_days\.sql is needed\. Start the last version before 1\.0/,
    );
  });
});

test('a script is split at the semicolons that end statements', () => {
  const script = `-- one; comment\nselect 'a;b';\n\ncreate function f() returns int language plpgsql as $$ begin; return 1; end $$;\n`;
  expect(splitStatements(script)).toEqual([
    `-- one; comment\nselect 'a;b'`,
    'create function f() returns int language plpgsql as $$ begin; return 1; end $$',
  ]);
});
