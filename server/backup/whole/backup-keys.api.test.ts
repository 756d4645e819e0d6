import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeBackupKeys } from '../../commands/secrets/backup-keys.ts';
import { inspectSecrets } from '../../app/inspect-secrets.ts';
import type { Secrets } from '../../config/secrets.ts';
import { createTestDatabase } from '../../database/testing/test-database.ts';
import { nameSecretsKey } from '../../lib/crypto/secret-box.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { useTestPortal } from '../../testing/test-portal.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const portal = useTestPortal();
const shared = { installations: [installJobs], log: pino({ level: 'silent' }) };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-keys-'));
});
afterAll(() => rm(folder, { recursive: true, maxRetries: 10 }));

function backUp(path: string, secrets: Secrets) {
  const { database, adapters, clock } = portal();
  const { logins } = database;
  const parts = { database, logins, files: adapters.files, secrets, clock, ...shared };
  return makeBackup(
    { ...parts, inspectSecrets: (inspected) => inspectSecrets(inspected, secrets) },
    { path, encryption: {}, decryption: { passphrase: undefined } },
  );
}

async function restoreWith(path: string, keys: readonly string[]) {
  // A plain database, because a distributed one takes no backup.
  const { ownerUrl, logins, drop } = await createTestDatabase();
  const target = { ownerUrl, logins, ...shared, files: undefined, keepsMails: true };
  await restoreBackup({ path, decryption: {} }, { ...target, secretsKeys: keys.map(nameSecretsKey) }).finally(drop);
}

test('a backup between a new key and the rotation needs both keys, and is verified by opening every sealed value', async () => {
  const { superAdmin } = await portal().makeCompany();
  const integration = {
    provider: 'SAP',
    service: 'erp',
    uniqueId: 'sap',
    serviceName: 'SAP',
    hostname: 'sap.acme.example',
  };
  const body = { ...integration, port: 443, username: 'STEWARD', password: 'Planted-1' };
  expect((await portal().call('/integrations', { as: superAdmin, body })).status).toBe(201);
  const older = portal().secrets.key;
  const secrets = { ...portal().secrets, key: randomUUID().repeat(2), olderKeys: [older] };
  const both = join(folder, 'both-keys.tar.zst');
  const { verified, sealedBy, isWhole } = await backUp(both, secrets);
  // The password and the key of the audit log.
  expect({ isWhole, sealed: verified?.sealed }).toEqual({ isWhole: true, sealed: { count: 2, unknown: 0 } });
  expect(sealedBy).toEqual([secrets.key, older].map(nameSecretsKey));
  await expect(restoreWith(both, [secrets.key])).rejects.toThrow(/sealed with a SECRETS_KEY of before/);
  await expect(restoreWith(both, [older])).rejects.toThrow(/made under another SECRETS_KEY/);
  await restoreWith(both, [secrets.key, older]);

  const lines: string[] = [];
  expect(await describeBackupKeys(portal().database, secrets, (line) => lines.push(line))).toBeGreaterThan(0);
  expect(lines).toContain(`This backup needs an older key: ${both}`);
  const other = { olderKeys: [randomUUID().repeat(2)] };
  expect(await describeBackupKeys(portal().database, other, () => undefined)).toBe(0);
  // Values that were lost before are named, and no fault of the backup.
  const lost = await backUp(join(folder, 'lost-key.tar.zst'), { ...secrets, olderKeys: [] });
  expect(lost).toMatchObject({ isWhole: true, verified: { sealed: { count: 2, unknown: 2 } } });
}, 300_000);
