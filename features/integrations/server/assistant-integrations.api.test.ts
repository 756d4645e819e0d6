import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { IntakeKey, IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import type { KeyGrant } from '#features/integrations/contract/integrations.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { createIntegrationCalls } from './testing/integration-calls.ts';
import { assistantForm, sapForm } from './testing/integration-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let key: IntakeKeyWithSecret;
const { add, remove, save } = createIntegrationCalls(portal, () => superAdmin);

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany({ name: 'Acme' }));
  key = await makeKey('Production');
});

const manageKey = (path: string, call: { method?: string; body?: unknown }, as = superAdmin) =>
  portal().call(`/intake/keys${path}`, { as, ...call });

async function makeKey(name: string = randomUUID(), as = superAdmin): Promise<IntakeKeyWithSecret> {
  return (await manageKey('', { body: { name } }, as)).body as IntakeKeyWithSecret;
}

const bearer = ({ secret }: { secret: string }) => ({ authorization: `Bearer ${secret}` });
const list = (by = key, headers: Record<string, string> = {}) =>
  portal().call('/intake/integrations', { headers: { ...bearer(by), ...headers } });
const listIds = async (by = key) =>
  ((await list(by)).body as { integrations: { id: string }[] }).integrations.map(({ id }) => id);
const ask = (id: string, by: { secret: string } = key) =>
  portal().call(`/intake/integrations/${id}/credentials`, { method: 'POST', headers: bearer(by) });
const askStatus = async (id: string, by: { secret: string } = key) => (await ask(id, by)).status;
const grant = (id: string, keyId = key.id, as = superAdmin) =>
  portal().call(`/integration-grants/${id}/${keyId}`, { as, method: 'PUT' });
const revokeGrant = (id: string, keyId = key.id) =>
  portal().call(`/integration-grants/${id}/${keyId}`, { as: superAdmin, method: 'DELETE' });
const readAudit = async (id: string) =>
  (
    (await portal().call(`/audit?entity=integration&entityId=${id}`, { as: superAdmin })).body as {
      entries: AuditEntry[];
    }
  ).entries;

test('an assistant lists the Active integrations without secrets, and nothing while the list is unchanged', async () => {
  const watson = await add(assistantForm({ name: 'Watson' }));
  const disabled = await add(sapForm({ status: false }));
  const answer = await list();
  expect(answer.status).toBe(200);
  const { integrations } = answer.body as { integrations: { id: string }[] };
  expect(integrations.find(({ id }) => id === watson.id)).toEqual({
    id: watson.id,
    uniqueId: watson.uniqueId,
    name: 'Watson',
    provider: 'IBM',
    service: 'assistant',
    serviceName: 'Watson Assistant',
    category: 'TP',
    url: watson.url,
    workspaceId: watson.workspaceId,
    isGranted: false,
  });
  expect(integrations.map(({ id }) => id)).not.toContain(disabled.id);
  expect(JSON.stringify(answer.body)).not.toMatch(/apikey|Typed-once/);
  const etag = answer.headers.get('etag') ?? '';
  expect((await list(key, { 'if-none-match': etag })).status).toBe(304);
  expect((await list(key, { 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
  await save(disabled.id, { ...sapForm({ uniqueId: disabled.uniqueId }), password: '', status: true });
  expect((await list(key, { 'if-none-match': etag })).status).toBe(200);
  await save(watson.id, { ...watson, status: false });
  expect(await listIds()).not.toContain(watson.id);
});

test('credentials are answered for fifteen minutes where a SuperAdmin has granted them to this key', async () => {
  const { id } = await add(sapForm());
  const other = await makeKey();
  expect(await ask(id)).toMatchObject({ status: 403, body: { code: 'integrations.not-granted' } });
  expect(await grant(id)).toMatchObject({
    status: 200,
    body: {
      keyId: key.id,
      keyName: 'Production',
      grantedBy: 'Mari Maasikas',
      grantedAt: portal().clock.now().toISOString(),
    },
  });
  const answer = await ask(id);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    id,
    username: 'STEWARD',
    password: 'Typed-once-8',
    expiresAt: new Date(portal().clock.now().getTime() + 900_000).toISOString(),
  });
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect(await askStatus(id, other)).toBe(403);
  const grants = (await portal().call(`/integration-grants/${id}`, { as: superAdmin })).body as KeyGrant[];
  expect(grants.map(({ keyName, grantedBy }) => [keyName, grantedBy])).toEqual(
    expect.arrayContaining([
      ['Production', 'Mari Maasikas'],
      [other.name, null],
    ]),
  );
  const keys = (await portal().call('/intake/keys', { as: superAdmin })).body as IntakeKey[];
  expect(keys.find(({ name }) => name === 'Production')?.integrations).toContainEqual({ name: 'SAP production' });
});

test('whatever ends a grant ends it at the next read, and a rotated key keeps it', async () => {
  const [first, second] = [await add(sapForm()), await add(assistantForm())];
  const own = await makeKey();
  for (const { id } of [first, second]) await grant(id, own.id);
  const rotated = (await manageKey(`/${own.id}/rotation`, { body: { graceDays: 0 } })).body as IntakeKeyWithSecret;
  expect([await askStatus(first.id, own), await askStatus(first.id, rotated)]).toEqual([401, 200]);
  await revokeGrant(first.id, own.id);
  expect(await askStatus(first.id, rotated)).toBe(403);
  await save(second.id, { ...second, status: false });
  expect(await askStatus(second.id, rotated)).toBe(404);
  await save(second.id, { ...second, version: second.version + 1, status: true });
  expect(await askStatus(second.id, rotated)).toBe(200);
  await remove(second.id);
  expect(await askStatus(second.id, rotated)).toBe(404);
  await grant(first.id, own.id);
  await manageKey(`/${own.id}`, { method: 'DELETE' });
  expect(await askStatus(first.id, rotated)).toBe(401);
  expect((await grant(first.id, own.id)).status).toBe(404);
});

test('each read is audited with key and integration, repeated ones of a minute in one entry', async () => {
  const { id } = await add(sapForm());
  const own = await makeKey('Audited');
  portal().clock.advance(120_000);
  for (let reads = 0; reads < 3; reads += 1) await ask(id, own);
  await grant(id, own.id);
  for (let reads = 0; reads < 4; reads += 1) await ask(id, own);
  portal().clock.advance(60_000);
  await ask(id, own);
  await revokeGrant(id, own.id);
  const entries = (await readAudit(id)).toReversed().map(({ action, before, after }) => [action, before ?? after]);
  expect(entries).toEqual([
    ['integrations.create', expect.anything()],
    ['integrations.deny-read', { intakeKey: 'Audited' }],
    ['integrations.grant', { intakeKey: 'Audited' }],
    ['integrations.read', { intakeKey: 'Audited' }],
    ['integrations.read', { intakeKey: 'Audited', moreRequests: 3 }],
    ['integrations.read', { intakeKey: 'Audited' }],
    ['integrations.revoke-grant', { intakeKey: 'Audited' }],
  ]);
  const [, , read] = await readAudit(id);
  expect(read).toMatchObject({
    entityLabel: 'SAP production',
    actor: { name: 'Assistant with the intake key Audited' },
  });
  expect(JSON.stringify(await readAudit(id))).not.toContain('Typed-once');
});

test('nothing of another company is seen, read or granted', async () => {
  const { superAdmin: stranger } = await portal().makeCompany();
  const foreign = await add(sapForm(), stranger);
  const foreignKey = await makeKey('Theirs', stranger);
  const { id } = await add(sapForm());
  expect(await listIds()).not.toContain(foreign.id);
  expect(await askStatus(foreign.id)).toBe(404);
  for (const [integration, keyId, as] of [
    [foreign.id, key.id, superAdmin],
    [id, foreignKey.id, superAdmin],
    [id, key.id, stranger],
    [foreign.id, key.id, stranger],
  ] as const) {
    expect((await grant(integration, keyId, as)).status).toBe(404);
  }
  const admin = await portal().makeUser(superAdmin.companyId, { roles: ['Admin'] });
  expect((await grant(id, key.id, admin)).status).toBe(403);
});

test('a suspended company is answered its reason', async () => {
  const operator = (await portal().makeCompany({ isProvider: true })).superAdmin;
  const { superAdmin: customer, id: companyId } = await portal().makeCompany();
  const [{ id }, own] = [await add(sapForm(), customer), await makeKey('Suspended', customer)];
  await grant(id, own.id, customer);
  await portal().call(`/companies/${companyId}/suspension`, { as: operator, body: { reason: 'Overdue.' } });
  const refused = { status: 403, body: { code: 'company.suspended', message: expect.stringContaining('Overdue.') } };
  expect(await list(own)).toMatchObject(refused);
  expect(await ask(id, own)).toMatchObject(refused);
});
