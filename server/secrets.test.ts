import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSecrets } from './secrets.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'steward-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const none = { auth: undefined, key: undefined };

test('secrets are made once, differ, and only their owner may read them', () => {
  const made = readSecrets({ dataDir, secrets: none });
  expect(made.auth).toHaveLength(43);
  expect(made.auth).not.toBe(made.key);
  expect(readSecrets({ dataDir, secrets: none })).toEqual(made);
  expect(statSync(join(dataDir, 'secrets/auth-secret')).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, 'secrets')).mode & 0o777).toBe(0o700);
});

test('a secret from the settings wins and is not written down', () => {
  const secrets = readSecrets({ dataDir, secrets: { auth: 'given'.repeat(8), key: 'key'.repeat(11) } });
  expect(secrets.auth).toBe('given'.repeat(8));
  expect(() => statSync(join(dataDir, 'secrets'))).toThrow('ENOENT');
});
