import { chmod, chown, lstat, mkdir, mkdtemp, readlink, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPlaces } from './embedded-paths.ts';

const isRoot = process.getuid?.() === 0;

let parent: string;
let dataDir: string;
const made: string[] = [];

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'steward-places-'));
  await chmod(parent, 0o755);
  dataDir = join(parent, 'data');
});

afterEach(async () => {
  for (const path of [parent, ...made.splice(0)]) await rm(path, { recursive: true, force: true });
});

async function findFolder() {
  const places = await findPlaces(dataDir);
  if (!places.isInside) made.push(places.folder);
  return places;
}

test('a new data folder holds the database itself', async () => {
  const { folder, isInside } = await findFolder();
  expect({ folder, isInside }).toEqual({ folder: join(dataDir, 'postgres'), isInside: true });
  expect((await lstat(folder)).mode & 0o777).toBe(0o700);
});

/** Whom the mode of a folder of root's lets in: `2` is any group but that of the account. */
test.runIf(isRoot).each([
  { name: 'closed', mode: 0o700, group: 0, becomes: 0o710 },
  { name: 'open', mode: 0o755, group: 0, becomes: 0o755 },
  { name: 'another group’s', mode: 0o770, group: 2, becomes: 0o771 },
  { name: 'closed, of a shared volume', mode: 0o2700, group: 0, becomes: 0o2710 },
])('a data folder that is $name holds the database, and is opened for its account alone', async ({ mode, ...rest }) => {
  await mkdir(dataDir);
  await chown(dataDir, 0, rest.group);
  await chmod(dataDir, mode);
  const { account, isInside } = await findFolder();
  expect(isInside).toBe(true);
  const found = await stat(dataDir);
  expect(found.mode & 0o7777).toBe(rest.becomes);
  expect(found.uid).toBe(0);
  expect([account.gid, rest.group]).toContain(found.gid);
});

test.runIf(isRoot)('a data folder whose mode was closed after the first start is opened again', async () => {
  await findFolder();
  await chown(dataDir, 0, 0);
  await chmod(dataDir, 0o700);
  expect((await findFolder()).isInside).toBe(true);
});

test.runIf(isRoot)('below a closed folder the database lies elsewhere, which is said, and stays there', async () => {
  await chmod(parent, 0o700);
  const first = await findFolder();
  expect(first.isInside).toBe(false);
  expect(await readlink(join(dataDir, 'postgres'))).toBe(first.folder);
  await chmod(parent, 0o755);
  expect((await findFolder()).folder).toBe(first.folder);
});

test.runIf(isRoot)('a data folder of before keeps the database that it links to', async () => {
  const elsewhere = join(parent, 'elsewhere');
  await mkdir(elsewhere, { mode: 0o700 });
  await mkdir(dataDir, { mode: 0o700 });
  await symlink(elsewhere, join(dataDir, 'postgres'));
  const { folder, isInside } = await findFolder();
  expect({ folder, isInside }).toEqual({ folder: elsewhere, isInside: false });
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
});
