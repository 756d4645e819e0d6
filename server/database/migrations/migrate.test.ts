import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseRefused } from '../connection/errors.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { splitStatements } from './migrate.ts';
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
  await rm(folder, { recursive: true });
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

test('a database newer than the program stops the start', async () => {
  await write('0001_first.sql', firstTables);
  await write('0002_second.sql', 'create table second (id int);');
  await prepare(folder);
  await rm(join(folder, '0002_second.sql'));
  await expect(prepare(folder)).rejects.toThrow(
    /^The database is newer than this program \(it knows 0002_second\.sql\)/,
  );
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

test('a script is split at the semicolons that end statements', () => {
  const script = `-- one; comment\nselect 'a;b';\n\ncreate function f() returns int language plpgsql as $$ begin; return 1; end $$;\n`;
  expect(splitStatements(script)).toEqual([
    `-- one; comment\nselect 'a;b'`,
    'create function f() returns int language plpgsql as $$ begin; return 1; end $$',
  ]);
});
