import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError } from './check-variables.ts';
import { readConfig } from './config.ts';
import { fileName } from './secret-files.ts';
import { secretNames } from './variables.ts';

const folder = mkdtempSync(join(tmpdir(), 'steward-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 10 }));
const write = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

const owner = 'postgresql://owner:pass@db.example/steward';
const values: Readonly<Record<string, string>> = {
  AUTH_SECRET: '7d1c5a0e9b3f48d2a6e4c0b19f5837ad',
  SECRETS_KEY: '9f5837ad7d1c5a0e9b3f48d2a6e4c0b1',
  SECRETS_KEYS_OLD: `${'a'.repeat(32)},${'b'.repeat(32)}`,
  DATABASE_URL: owner,
  DATABASE_APP_URL: owner.replace('owner', 'app'),
  DATABASE_SYSTEM_URL: owner.replace('owner', 'system'),
  SMTP_URL: 'smtps://user:password@mail.example:465',
  FILES_S3_ACCESS_KEY_ID: 'access',
  FILES_S3_SECRET_ACCESS_KEY: 'secret',
  BACKUP_PASSPHRASE: 'correct horse battery staple',
  OIDC_SIGN_IN_CLIENT_SECRET: 'client secret'.replace(' ', '-'),
};
const others = {
  FILES_S3_BUCKET: 'steward',
  OIDC_SIGN_IN_ISSUER: 'https://id.example',
  OIDC_SIGN_IN_CLIENT_ID: 'portal',
};

test('every secret is read from a file, with or without a line break at its end, through links too', () => {
  expect(secretNames.toSorted()).toEqual(Object.keys(values).toSorted());
  const ends = ['', '\n', '\r\n'];
  const files = Object.entries(values).map(([name, value], index) => {
    const path = write(name, `${value}${ends[index % ends.length]}`);
    // As Kubernetes mounts them.
    symlinkSync(path, `${path}.link`);
    return [fileName(name), `${path}.link`];
  });
  expect(readConfig({ ...others, ...Object.fromEntries(files) })).toEqual(readConfig({ ...others, ...values }));
});

test('.env.example says once which settings are secrets', () => {
  const [, listed = ''] = /_FILE at its end names[^:]*:([^.]*)\./s.exec(readFileSync('.env.example', 'utf8')) ?? [];
  expect(listed.match(/[A-Z][A-Z0-9_]+/g)?.toSorted()).toEqual(secretNames.toSorted());
});

const planted = 'planted-0f8a7c61d2e94b35';
mkdirSync(join(folder, 'folder'));
execFileSync('mkfifo', [join(folder, 'pipe')]);

test.each([
  [
    'both',
    { AUTH_SECRET: planted, AUTH_SECRET_FILE: write('both', planted) },
    /^AUTH_SECRET and AUTH_SECRET_FILE can not both/,
  ],
  ['a missing file', { AUTH_SECRET_FILE: join(folder, 'missing') }, /^AUTH_SECRET_FILE must name a file that exists/],
  ['a secret in place of the path', { AUTH_SECRET_FILE: planted }, /^AUTH_SECRET_FILE must name a file that exists/],
  [
    'an address in place of the path',
    { DATABASE_URL_FILE: `postgresql://owner:${planted}@db/x` },
    /^DATABASE_URL_FILE .* no address/,
  ],
  ['an empty file', { AUTH_SECRET_FILE: write('empty', '') }, /^AUTH_SECRET_FILE .* it is empty/],
  ['a file of line breaks', { AUTH_SECRET_FILE: write('blank', ' \n\n') }, /^AUTH_SECRET_FILE .* it is empty/],
  ['a large file', { AUTH_SECRET_FILE: write('large', planted.repeat(4000)) }, /^AUTH_SECRET_FILE .* at most 64 KiB/],
  ['a device without an end', { AUTH_SECRET_FILE: '/dev/zero' }, /^AUTH_SECRET_FILE must name a plain file/],
  ['a pipe', { AUTH_SECRET_FILE: join(folder, 'pipe') }, /^AUTH_SECRET_FILE must name a plain file/],
  ['a folder', { AUTH_SECRET_FILE: join(folder, 'folder') }, /^AUTH_SECRET_FILE must name a file, and no folder/],
  [
    'bytes',
    { AUTH_SECRET_FILE: write('bytes', Buffer.from([0xff, 0xfe, 0x00])) },
    /^AUTH_SECRET_FILE .* text in UTF-8/,
  ],
  ['a zero byte', { AUTH_SECRET_FILE: write('zero', `${planted}\0${planted}`) }, /^AUTH_SECRET_FILE .* text in UTF-8/],
  [
    'two line breaks',
    { AUTH_SECRET_FILE: write('two', `${planted}${planted}\n\n`) },
    /^What AUTH_SECRET_FILE names must not begin or end/,
  ],
  ['a short secret', { AUTH_SECRET_FILE: write('short', planted) }, /^What AUTH_SECRET_FILE names must be at least 32/],
  [
    'a wrong address',
    { DATABASE_URL_FILE: write('mysql', `mysql://owner:${planted}@db/x`) },
    /^What DATABASE_URL_FILE names must be an address/,
  ],
  [
    'quotes',
    { AUTH_SECRET_FILE: write('quoted', `"${planted}${planted}"\n`) },
    /^What AUTH_SECRET_FILE names must be without quotes/,
  ],
  ['a placeholder', { AUTH_SECRET_FILE: '${SECRETS}/auth' }, /^AUTH_SECRET_FILE must name/],
  [
    'a companion',
    { FILES_S3_ACCESS_KEY_ID_FILE: write('id', planted) },
    /^What FILES_S3_ACCESS_KEY_ID_FILE names needs FILES_S3/,
  ],
] as const)('%s is refused in one line that says nothing of the value', (_, env, line) => {
  const read = () => readConfig(env);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(line);
  expect(read).not.toThrow(/\n/);
  expect(read).not.toThrow(new RegExp(planted));
});

test.skipIf(process.getuid?.() === 0)('a file of another user is refused', () => {
  const path = write('closed', planted);
  chmodSync(path, 0);
  expect(() => readConfig({ AUTH_SECRET_FILE: path })).toThrow(
    /^AUTH_SECRET_FILE must name a file that this user can read/,
  );
});
