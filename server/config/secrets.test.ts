import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetOlderKeys, readSecrets, replaceGeneratedKey } from './secrets.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'steward-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, maxRetries: 10 }));

const none = { auth: undefined, key: undefined, olderKeys: [] };

test('secrets are generated once, differ, and are readable by their owner only', () => {
  const made = readSecrets({ dataDir, secrets: none });
  expect(made.auth).toHaveLength(43);
  expect(made.auth).not.toBe(made.key);
  expect(readSecrets({ dataDir, secrets: none })).toEqual(made);
  expect(statSync(join(dataDir, 'secrets/auth-secret')).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700);
});

test('a secret from the settings wins and is not stored', () => {
  const secrets = readSecrets({ dataDir, secrets: { auth: 'given'.repeat(8), key: 'key'.repeat(11), olderKeys: [] } });
  expect(secrets.auth).toBe('given'.repeat(8));
  expect(() => statSync(join(dataDir, 'secrets'))).toThrow('ENOENT');
});

test('a replaced key becomes the first of the older keys until they are deleted', () => {
  const first = readSecrets({ dataDir, secrets: none });
  expect(first.olderKeys).toEqual([]);
  replaceGeneratedKey(dataDir);
  const second = readSecrets({ dataDir, secrets: none });
  expect(second).toEqual({ auth: first.auth, key: expect.not.stringMatching(first.key), olderKeys: [first.key] });
  replaceGeneratedKey(dataDir);
  expect(readSecrets({ dataDir, secrets: none }).olderKeys).toEqual([second.key, first.key]);
  expect(statSync(join(dataDir, 'secrets/secrets-keys-old')).mode & 0o777).toBe(0o600);
  forgetOlderKeys(dataDir);
  expect(readSecrets({ dataDir, secrets: none }).olderKeys).toEqual([]);
});

test('a key from the settings can not be replaced', () => {
  expect(() => replaceGeneratedKey(dataDir)).toThrow('no generated key');
});
