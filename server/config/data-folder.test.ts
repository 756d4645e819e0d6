import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigError } from './check-variables.ts';
import { readConfig } from './config.ts';
import { ensureDataFolder, prepareDataFolder } from './data-folder.ts';

let parent: string;
let umask: number;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'steward-folder-'));
  umask = process.umask(0o077);
});
afterEach(() => {
  process.umask(umask);
  rmSync(parent, { recursive: true, maxRetries: 10 });
});

const ensure = (DATA_DIR: string, env: Record<string, string> = {}) =>
  ensureDataFolder(readConfig({ DATA_DIR, ...env }));

test('a missing data folder is made for its owner alone, and the folders above it can be entered', () => {
  ensure(join(parent, 'srv', 'steward', 'data'));
  const modes = ['srv', 'srv/steward', 'srv/steward/data'].map((name) => statSync(join(parent, name)).mode & 0o777);
  expect(modes).toEqual([0o755, 0o755, 0o700]);
});

test.each([
  ['a file', 'file', /is a file, or lies below one: set DATA_DIR to a folder\.$/],
  ['below a file', 'file/data', /is a file, or lies below one: set DATA_DIR to a folder\.$/],
  ['below /proc', '/proc/steward/data', /can not be made there: set DATA_DIR to a folder on a disk\.$/],
  [
    'on a disk that can only be read',
    '/sys/steward',
    /^DATA_DIR \/sys\/steward .*set DATA_DIR|set another DATA_DIR\.$/,
  ],
  ['of a name that is too long', 'n'.repeat(300), /has too long a name: set a shorter DATA_DIR\.$/],
])('a data folder that is %s is refused with one line', (_, name, line) => {
  writeFileSync(join(parent, 'file'), '');
  const read = () => ensure(name.startsWith('/') ? name : join(parent, name));
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(line);
  expect(read).not.toThrow(/\n/);
});

const elsewhere = {
  DATABASE_URL: 'postgresql://owner@db.example/steward',
  FILES_S3_BUCKET: 'steward',
  SMTP_URL: 'smtp://mail.example',
  AUTH_SECRET: '0123456789abcdef'.repeat(2),
  SECRETS_KEY: 'fedcba9876543210'.repeat(2),
};

test('a portal that keeps nothing in its data folder does not need one', () => {
  expect(() => ensure('/proc/steward', elsewhere)).not.toThrow();
});

test.runIf(process.getuid?.() === 0)('a folder of another user is refused where something lies in it', () => {
  chownSync(parent, 65_534, 65_534);
  const prepare = (env: Record<string, string>) => prepareDataFolder(readConfig({ DATA_DIR: parent, ...env }));
  expect(() => prepare({})).toThrow(/belongs to another user \(number 65534\)/);
  expect(() => prepare(elsewhere)).not.toThrow();
});
