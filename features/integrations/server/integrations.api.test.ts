import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { passwordAgainMessage } from '#features/integrations/contract/integration-rules.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { createIntegrationCalls, readMessages, without } from './testing/integration-calls.ts';
import { assistantForm, sapForm } from './testing/integration-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
const { add, create, list, remove, save } = createIntegrationCalls(portal, () => superAdmin);

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

test('an integration of an AI service is answered with its fields, and without its password', async () => {
  const form = assistantForm();
  const { status, body } = await create(form);
  const shown = without(form, 'password');
  expect(status).toBe(201);
  expect(body).toEqual({
    ...shown,
    id: (body as Integration).id,
    serviceName: 'Watson Assistant',
    category: 'TP',
    hasPassword: true,
    lastTest: null,
    health: { state: 'neverTested', lastSuccessAt: null, failingSince: null, failedStep: null, failure: null },
    version: 1,
  });
  expect(await list()).toContainEqual(body);
  expect((await portal().call(`/integrations/${(body as Integration).id}`, { as: superAdmin })).body).toEqual(body);
});

test('an integration of another system is called as its service is, until it gets a name of its own', async () => {
  const made = await add(sapForm({ port: '44300' }));
  expect(made).toMatchObject({ name: 'SAP production', serviceName: 'SAP production', port: 44_300, category: 'ERP' });
  const form = { ...sapForm({ uniqueId: made.uniqueId }), password: null };
  const renamed = await save(made.id, { ...form, serviceName: 'SAP in Tallinn' });
  expect(renamed.body).toMatchObject({ name: 'SAP in Tallinn', serviceName: 'SAP in Tallinn' });
  await save(made.id, { ...form, serviceName: 'SAP in Tallinn', name: 'Tallinn' });
  const kept = await save(made.id, { ...form, serviceName: 'SAP' });
  expect(kept.body).toMatchObject({ name: 'Tallinn', serviceName: 'SAP' });
});

test('the provider of the portal is a vendor under its own name', async () => {
  const { status, body } = await create(sapForm({ provider: 'Steward', service: 'gateway', client: undefined }));
  expect([status, body]).toMatchObject([201, { provider: 'Steward', service: 'gateway', category: 'TP' }]);
  expect(readMessages(await create(sapForm({ provider: 'provider', service: 'gateway', client: undefined })))).toEqual({
    provider: 'Unknown provider.',
  });
});

describe('the unique ID', () => {
  test('of 50 who add one at once, one succeeds and the others are refused', async () => {
    const uniqueId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(sapForm({ uniqueId }))));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([made.length, refused.length]).toEqual([1, 49]);
    for (const { body } of refused) {
      expect(body).toMatchObject({ message: 'Integration with such Unique ID already exists!' });
    }
    expect((await list()).filter((each) => each.uniqueId === uniqueId)).toHaveLength(1);
  });

  test('is each company’s own, is not checked on a save, and is free again after a deletion', async () => {
    const uniqueId = randomUUID();
    const made = await add(sapForm({ uniqueId }));
    const { superAdmin: other } = await portal().makeCompany();
    expect((await create(sapForm({ uniqueId }), {}, other)).status).toBe(201);
    expect((await save(made.id, { ...sapForm({ uniqueId }), password: '' })).status).toBe(200);
    expect(readMessages(await save(made.id, sapForm({ uniqueId: 'another' })))).toEqual({
      uniqueId: 'This cannot be changed.',
    });
    expect((await remove(made.id)).status).toBe(204);
    expect((await create(sapForm({ uniqueId }))).status).toBe(201);
  });

  test('with a repeated idempotency key one is made', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const form = sapForm();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(form, headers)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${(body as Integration).id}`)).size).toBe(1);
  });
});

describe('a save', () => {
  test('may send the whole record back, and keeps the password where none is typed', async () => {
    const made = await add(assistantForm());
    const saved = await save(made.id, { ...made, name: 'Renamed', status: false });
    expect(saved).toMatchObject({ status: 200, body: { ...made, name: 'Renamed', status: false, version: 2 } });
  });

  test.each([
    ['url', assistantForm(), { url: 'https://evil.example' }],
    ['username', assistantForm(), { username: 'somebody' }],
    ['hostname', sapForm(), { hostname: 'evil.example' }],
    ['port', sapForm(), { port: 443 }],
  ])('that points the credentials elsewhere by its %s asks for the password again', async (_, form, change) => {
    const made = await add(form);
    expect(readMessages(await save(made.id, { ...made, ...change }))).toEqual({ password: passwordAgainMessage });
    expect((await save(made.id, { ...made, ...change, password: 'Typed-again-7' })).status).toBe(200);
  });

  test('can not turn one service into another', async () => {
    const made = await add(assistantForm());
    const rest = without(made, 'workspaceId');
    expect(readMessages(await save(made.id, { ...rest, service: 'wks', modelId: 'm' }))).toEqual({
      service: 'This cannot be changed.',
    });
  });

  test('and a deletion at the same time end in one of both, without an error of ours', async () => {
    for (let round = 0; round < 10; round += 1) {
      const made = await add(sapForm());
      const [saved, removed] = await Promise.all([save(made.id, { ...made, name: 'New' }), remove(made.id)]);
      expect([removed.status, saved.status]).toEqual([204, expect.toBeOneOf([200, 404])]);
      expect((await save(made.id, made)).status).toBe(404);
      expect((await remove(made.id)).status).toBe(404);
    }
  });
});

test('the audit log shows that only the password was replaced', async () => {
  const made = await add(sapForm({ password: 'Audited-secret-1' }));
  await save(made.id, { ...made, password: 'Audited-secret-2' });
  const { body } = await portal().call(`/audit?entity=integration&entityId=${made.id}`, { as: superAdmin });
  const { entries } = body as { entries: AuditEntry[] };
  expect(entries[0]).toMatchObject({ action: 'integrations.update', after: { signInReplaced: true } });
  expect(JSON.stringify(entries)).not.toContain('Audited-secret');
});

test('the audit log shows what changed and never a password', async () => {
  const made = await add(sapForm({ password: 'Audited-secret-1' }));
  await save(made.id, { ...made, hostname: 'other.acme.example', password: 'Audited-secret-2' });
  await remove(made.id);
  const { body } = await portal().call(`/audit?entity=integration&entityId=${made.id}`, { as: superAdmin });
  const { entries } = body as { entries: AuditEntry[] };
  expect(entries).toMatchObject([
    { action: 'integrations.delete', before: { hostname: 'other.acme.example' } },
    {
      action: 'integrations.update',
      before: { hostname: 'gateway.acme.example' },
      after: { hostname: 'other.acme.example' },
    },
    { action: 'integrations.create', entityLabel: 'SAP production', after: { username: 'STEWARD', client: '100' } },
  ]);
  expect(JSON.stringify(entries)).not.toContain('Audited-secret');
});

test.each([
  { provider: 'OpenAI', service: 'openai', url: 'https://llm.acme.example/v1' },
  { provider: 'Anthropic', service: 'anthropic', url: 'https://api.anthropic.com' },
  {
    provider: 'AzureOpenAI',
    service: 'azure-openai',
    url: 'https://acme.openai.azure.com',
    deployment: 'gpt',
    apiVersion: '2024-10-21',
  },
  { provider: 'Bedrock', service: 'bedrock', username: 'AKIDEXAMPLE', region: 'eu-central-1' },
  { provider: 'Vertex', service: 'vertex', region: 'europe-west4', password: '{}'.padEnd(4000) },
  { provider: 'Rasa', service: 'rasa', url: 'https://rasa.acme.example' },
])('an integration of $provider is stored with its fields', async (values) => {
  const form = { name: 'AI', uniqueId: randomUUID(), password: 'Typed-once-7', ...values };
  const { status, body } = await create(form);
  expect([status, body]).toEqual([201, expect.objectContaining({ ...without(form, 'password'), category: 'TP' })]);
});
