import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeVersion, readVersion } from './version.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const other = 'f'.repeat(40);
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'steward-version-'));
});
afterEach(() => rm(root, { recursive: true, maxRetries: 10 }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries({ 'package.json': '{"version":"4.5.6"}', ...files })) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

test.each<[string, Record<string, string>, string | null]>([
  ['a clone', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${commit}\n` }, commit],
  [
    'a clone whose branches are packed',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs with: peeled\n${other} refs/heads/not-main\n${other} refs/remotes/origin/main\n${commit} refs/heads/main\n`,
    },
    commit,
  ],
  ['a clone at a tag', { '.git/HEAD': `${commit}\n` }, commit],
  [
    'a worktree',
    {
      '.git': 'gitdir: store/worktrees/one\n',
      'store/worktrees/one/HEAD': 'ref: refs/heads/room/one\n',
      'store/worktrees/one/commondir': '../..\n',
      'store/refs/heads/room/one': `${commit}\n`,
    },
    commit,
  ],
  ['an image', { 'commit.txt': `${commit}\n` }, commit],
  ['an image that was made without its commit', { 'commit.txt': '\n' }, null],
  ['an unpacked archive', {}, null],
  ['a clone without a commit', { '.git/HEAD': 'ref: refs/heads/main\n' }, null],
])('of %s the commit is found, or none', async (_, files, found) => {
  await write(files);
  expect(readVersion(root)).toEqual({ version: '4.5.6', commit: found });
});

test('a version is written with the beginning of its commit', () => {
  expect(describeVersion({ version: '4.5.6', commit })).toBe('4.5.6 (0123456789ab)');
  expect(describeVersion({ version: '4.5.6', commit: null })).toBe('4.5.6');
});

test('the version of this program is the first of the changelog', async () => {
  const { version } = readVersion();
  const [latest] = (await readFile('CHANGELOG.md', 'utf8')).match(/^## .*$/m) ?? [];
  expect(latest).toMatch(new RegExp(`^## ${version.replaceAll('.', '\\.')}(?: |$)`));
});
