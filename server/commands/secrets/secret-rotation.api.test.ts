import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { runSql } from '../../testing/sql/run-sql.ts';
import { buildCompany } from '../../database/testing/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../database/testing/test-database.ts';
import { createSecretBox } from '../../lib/crypto/secret-box.ts';
import { describeRotation, OtherKeyInUse, rotateSecrets } from './secret-rotation.ts';
import { useTestPortal } from '../../testing/test-portal.ts';
import { refuseUnknownSecrets } from '../../app/unknown-secrets.ts';

const portal = useTestPortal();

const form = () => ({
  provider: 'SAP',
  service: 'erp',
  uniqueId: randomUUID(),
  serviceName: 'SAP',
  hostname: 'gateway.acme.example',
  port: 443,
  username: 'STEWARD',
  password: `Planted-${randomUUID()}`,
});

async function readSealed(database: TestDatabase, companyId: string, id: string): Promise<Buffer> {
  const [integration] = await database.inCompany(companyId, (tx) =>
    runSql<{ password: Buffer }>(tx, 'select password from integrations where id = $1', [id]),
  );
  if (!integration) throw new Error('there is no such integration');
  return integration.password;
}

test('while a portal runs that was started with another key, nothing is changed', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const { id } = (await portal().call('/integrations', { as: superAdmin, body: form() })).body as Integration;
  const before = await readSealed(portal().database, companyId, id);
  const keys = { key: randomUUID().repeat(2), olderKeys: [portal().secrets.key] };
  await expect(rotateSecrets(portal().database, keys)).rejects.toThrow(OtherKeyInUse);
  expect(await readSealed(portal().database, companyId, id)).toEqual(before);
  const present = await rotateSecrets(portal().database, portal().secrets);
  expect(present).toEqual({ integrations: 0, clientSecrets: 0, secondFactors: 0, auditKeys: 0, unknown: 0 });
});

test('secrets of all companies are sealed anew with the present key, and are still the same', async () => {
  const [key, newKey] = [randomUUID().repeat(2), randomUUID().repeat(2)];
  const database = await openTestDatabase([], { key, olderKeys: [] });
  const made = [];
  for (let company = 0; company < 2; company += 1) {
    const { id: companyId } = await buildCompany(database);
    const [recordId, password] = [randomUUID(), `Planted-${randomUUID()}`];
    const sealed = createSecretBox(key).seal(password, { companyId, recordId });
    await database.inCompany(companyId, (tx) =>
      runSql(
        tx,
        `insert into integrations (id, unique_id, name, provider, service, service_name, category, password)
          values ($1, 'sap', 'SAP', 'SAP', 'erp', 'SAP', 'ERP', $2)`,
        [recordId, sealed],
      ),
    );
    const clientSecret = createSecretBox(key).seal(password, { companyId, recordId: 'single-sign-on' });
    await database.inCompany(companyId, (tx) =>
      runSql(tx, `insert into sign_in_providers (issuer, client_secret) values ('https://issuer.example', $1)`, [
        clientSecret,
      ]),
    );
    made.push({ companyId, recordId, password });
  }
  const outcome = await rotateSecrets(database, { key: newKey, olderKeys: [key] });
  expect(outcome).toEqual({ integrations: 2, clientSecrets: 2, secondFactors: 0, auditKeys: 1, unknown: 0 });
  const alone = createSecretBox(newKey);
  for (const { password, ...owner } of made) {
    expect(alone.open(await readSealed(database, owner.companyId, owner.recordId), owner)).toBe(password);
  }
  const again = await rotateSecrets(database, { key: newKey, olderKeys: [key] });
  expect(again).toEqual({ integrations: 0, clientSecrets: 0, secondFactors: 0, auditKeys: 0, unknown: 0 });
  const lost = await rotateSecrets(database, { key: randomUUID().repeat(2), olderKeys: [] });
  expect(lost).toEqual({ integrations: 0, clientSecrets: 0, secondFactors: 0, auditKeys: 0, unknown: 5 });
  expect(describeRotation(lost)).toContain('5 open with no known key');
  await database.close();
});

test('a sealed password opens neither in another row nor in another company', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const made = [];
  for (let each = 0; each < 2; each += 1) {
    made.push((await portal().call('/integrations', { as: superAdmin, body: form() })).body as Integration);
  }
  const [one, other] = made;
  const box = createSecretBox(portal().secrets.key);
  const sealed = await readSealed(portal().database, companyId, one?.id ?? '');
  expect(() => box.open(sealed, { companyId, recordId: other?.id ?? '' })).toThrow('can not be opened');
  expect(() => box.open(sealed, { companyId: randomUUID(), recordId: one?.id ?? '' })).toThrow('can not be opened');
});

test('a start with a key that opens nothing is refused, unless the key is said to be lost', async () => {
  const [key, other, third] = [randomUUID().repeat(2), randomUUID().repeat(2), randomUUID().repeat(2)];
  const database = await openTestDatabase([], { key, olderKeys: [] });
  await database.auditChain.loadKeys();
  await expect(refuseUnknownSecrets(database, { key: other, olderKeys: [third] }, false)).rejects.toThrow(
    /^The secrets of this database are sealed with another SECRETS_KEY: set that one, /,
  );
  expect(await refuseUnknownSecrets(database, { key: other, olderKeys: [key] }, false)).toBeUndefined();
  expect(await refuseUnknownSecrets(database, { key: other, olderKeys: [] }, true)).toMatch(/^1 of 1 stored secrets/);
  const later = await openTestDatabase([], { key: other, olderKeys: [] }, database);
  await later.auditChain.loadKeys();
  expect(await refuseUnknownSecrets(database, { key: other, olderKeys: [] }, false)).toMatch(/^1 of 2 stored secrets/);
  await later.close();
  await database.close();
});
