import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { Integration, TestReport } from '#features/integrations/contract/integrations.ts';
import { passwordAgainMessage } from '#features/integrations/contract/integration-rules.ts';
import { makeCertificate } from '#server/outside/assistants/testing/certificates.ts';
import { known } from '#server/outside/assistants/testing/documented-answers.ts';
import { misbehaviours } from '#server/outside/assistants/testing/misbehaviours.ts';
import { startStandIn, type StandIn } from '#server/outside/assistants/testing/stand-in.ts';
import { startTestPortal, type TestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { assistantForm, sapForm } from './testing/integration-forms.ts';

let portal: TestPortal;
let standIn: StandIn;
let superAdmin: TestUser;
let stop: () => Promise<void>;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'connection-test-'));
  const certificate = await makeCertificate(['IP:127.0.0.1']);
  const caFile = join(folder, 'ca.pem');
  await writeFile(caFile, certificate.cert);
  standIn = await startStandIn(certificate);
  const started = await startTestPortal({
    OUTBOUND_ALLOWED: `127.0.0.1:${standIn.port}`,
    OUTBOUND_CA_FILE: caFile,
    IBM_IAM_URL: `https://127.0.0.1:${standIn.port}`,
  });
  ({ portal } = started);
  stop = async () => {
    await started.stop();
    await standIn.close();
    await rm(folder, { recursive: true, maxRetries: 10 });
  };
  ({ superAdmin } = await portal.makeCompany());
});
afterAll(() => stop());
afterEach(() => standIn.reset());

const sap = (values: Record<string, unknown> = {}) =>
  sapForm({ hostname: '127.0.0.1', port: standIn.port, password: known.password, ...values });
const assistant = (values: Record<string, unknown> = {}) =>
  assistantForm({
    url: `https://127.0.0.1:${standIn.port}/instances/1`,
    password: known.apiKey,
    workspaceId: known.workspaceId,
    ...values,
  });

const testTyped = (body: unknown, as = superAdmin) => portal.call('/integrations/test', { as, body });
const testStored = (id: string, as = superAdmin) => portal.call(`/integrations/${id}/test`, { as, method: 'POST' });
const add = async (body: unknown) => {
  const answer = await portal.call('/integrations', { as: superAdmin, body });
  expect(answer.status).toBe(201);
  return answer.body as Integration;
};
const read = async (id: string) => (await portal.call(`/integrations/${id}`, { as: superAdmin })).body as Integration;
const readAudit = async (id: string) => {
  const { body } = await portal.call(`/audit?entity=integration&entityId=${id}`, { as: superAdmin });
  return (body as { entries: AuditEntry[] }).entries;
};
const toFailure = ({ body }: { body: unknown }) =>
  (body as TestReport).steps.find(({ outcome }) => outcome === 'failed')?.step;

/** The stored fields without the password, which the API never answers. */
const withoutPassword = (stored: Integration) => ({
  ...stored,
  hasPassword: undefined,
  lastTest: undefined,
  health: undefined,
  version: undefined,
  password: '',
});

describe('typed values', () => {
  test('that connect are reported step by step, and nothing is stored', async () => {
    const { superAdmin: newcomer } = await portal.makeCompany();
    const { status, body } = await testTyped(assistant(), newcomer);
    expect([status, (body as TestReport).ok]).toEqual([200, true]);
    expect((body as TestReport).steps.map(({ step, outcome }) => [step, outcome])).toEqual([
      ['address', 'passed'],
      ['reach', 'passed'],
      ['tls', 'passed'],
      ['signIn', 'passed'],
      ['identifier', 'passed'],
    ]);
    expect((await portal.call('/integrations', { as: newcomer })).body).toEqual([]);
  });

  test('that do not connect are an answer, not an error', async () => {
    const answer = await testTyped(sap({ password: 'wrong' }));
    expect([answer.status, (answer.body as TestReport).ok, toFailure(answer)]).toEqual([200, false, 'signIn']);
    expect(toFailure(await testTyped(sap({ port: standIn.port === 44_300 ? 44_301 : 44_300 })))).toBe('address');
    expect(toFailure(await testTyped(sap({ hostname: '169.254.169.254', port: 443 })))).toBe('address');
    expect(toFailure(await testTyped(assistant({ url: new URL(portal.url).href })))).toBe('address');
  });

  test('are checked like those of a save before anything is called', async () => {
    for (const wrong of [
      sap({ hostname: '127.1' }),
      sap({ hostname: '2130706433' }),
      sap({ hostname: '0x7f.1' }),
      sap({ hostname: 'fe80::%eth0' }),
      sap({ port: 0 }),
      sap({ password: '' }),
      sap({ workspaceId: 'x' }),
      sap({ provider: 'nobody' }),
      assistant({ url: 'gopher://127.0.0.1' }),
      assistant({ url: `https://public.example@127.0.0.1:${standIn.port}` }),
    ]) {
      expect((await testTyped(wrong)).status).toBe(422);
    }
    expect(standIn.seen).toEqual([]);
  });

  test('of a stored integration take the stored password where none is typed', async () => {
    const stored = await add(sap());
    const { body } = await testTyped({ ...withoutPassword(stored), name: 'Renamed', client: '100' });
    expect((body as TestReport).ok).toBe(true);
    expect(await read(stored.id)).toEqual(stored);
  });

  test.each([
    ['hostname', sap, { hostname: 'evil.example' }],
    ['port', sap, { port: 443 }],
    ['username', sap, { username: 'SOMEBODY' }],
    ['url', assistant, { url: 'https://evil.example/instances/1' }],
  ] as const)('never send the stored password to another %s', async (_field, form, change) => {
    const stored = await add(form());
    const values = { ...withoutPassword(stored), ...change };
    for (const password of ['', null, undefined]) {
      const refused = await testTyped({ ...values, password });
      expect(refused).toMatchObject({
        status: 422,
        body: { fields: [{ path: 'password', message: passwordAgainMessage }] },
      });
    }
    expect(standIn.seen).toEqual([]);
    expect((await testTyped({ ...values, password: 'typed again' })).status).toBe(200);
  });

  test('can not have the stored password sent by another service or provider', async () => {
    const stored = { ...withoutPassword(await add(sap())), client: undefined };
    const other = await testTyped({ ...stored, category: 'CRM', provider: 'Salesforce', service: 'crm' });
    expect(other).toMatchObject({ status: 422, body: { fields: [{ path: 'provider' }, { path: 'service' }] } });
    expect(standIn.seen).toEqual([]);
  });

  test('of a foreign integration are answered like those of none', async () => {
    const { superAdmin: stranger } = await portal.makeCompany();
    const stored = await add(sap());
    for (const id of [stored.id, randomUUID()]) {
      expect(await testTyped({ ...withoutPassword(stored), id }, stranger)).toMatchObject({
        status: 404,
        body: { code: 'record.not-found' },
      });
    }
    expect(standIn.seen).toEqual([]);
  });
});

describe('a stored integration', () => {
  test('notes how its last test ended', async () => {
    const stored = await add(assistant());
    const { body } = await testStored(stored.id);
    const { at } = body as TestReport;
    const health = { ...stored.health, state: 'working', lastSuccessAt: at };
    expect(await read(stored.id)).toEqual({ ...stored, lastTest: { at, ok: true }, health });
    standIn.misbehave(misbehaviours.forbidden);
    expect(toFailure(await testStored(stored.id))).toBe('signIn');
    expect(await read(stored.id)).toMatchObject({
      lastTest: { ok: false },
      health: { state: 'degraded', lastSuccessAt: at, failedStep: 'signIn' },
    });
  });

  test.each([
    ['changed', async ({ id, ...form }: Integration) => save(id, { ...form, name: 'Meanwhile' }), null],
    [
      'deleted',
      async ({ id }: Integration) => portal.call(`/integrations/${id}`, { as: superAdmin, method: 'DELETE' }),
      undefined,
    ],
  ])('that is %s while it is tested keeps nothing of the test', async (_what, change, expected) => {
    const stored = await add(sap());
    const held = pauseAnswers();
    const running = testStored(stored.id);
    await vi.waitFor(() => expect(held.length).toBe(1));
    expect((await change(stored)).status).toBeLessThan(300);
    for (const response of held) misbehaviours.forbidden(response);
    standIn.reset();
    expect((await running).status).toBe(200);
    expect((await read(stored.id)).lastTest).toBe(expected);
  });

  const save = (id: string, body: unknown) =>
    portal.call(`/integrations/${id}`, { as: superAdmin, method: 'PUT', body });
});

test('the audit log says what was tried and how it ended, and holds no secret', async () => {
  const stored = await add(assistant({ url: `https://127.0.0.1:${standIn.port}/instances/1?key=in-the-query` }));
  await testStored(stored.id);
  await testTyped({ ...withoutPassword(stored), password: 'Mistyped-secret-1' });
  const typed = assistant();
  await testTyped(typed);
  const host = `127.0.0.1:${standIn.port}`;
  expect((await readAudit(stored.id)).slice(0, 2)).toMatchObject([
    { action: 'integrations.test', after: { host, outcome: 'failed', failedStep: 'signIn' } },
    { action: 'integrations.test', entityLabel: 'Stew', after: { host, outcome: 'connected', failedStep: null } },
  ]);
  const entries = [...(await readAudit(stored.id)), ...(await readAudit(typed.uniqueId))];
  expect(entries.filter(({ action }) => action === 'integrations.test')).toHaveLength(3);
  for (const secret of [known.apiKey, known.token, 'Mistyped-secret-1']) {
    expect(JSON.stringify(entries)).not.toContain(secret);
  }
  expect(JSON.stringify(entries.slice(0, 2))).not.toContain('in-the-query');
});

test('only a SuperAdmin tests', async () => {
  const stored = await add(sap());
  for (const role of ['Admin', 'User', 'TechnicalUser'] as const) {
    const user = await portal.makeUser(superAdmin.companyId, { roles: [role] });
    expect([(await testTyped(sap(), user)).status, (await testStored(stored.id, user)).status]).toEqual([403, 403]);
  }
  expect(standIn.seen).toEqual([]);
});

describe('many tests at once', () => {
  test('are four of a company and sixteen of all, and the others are asked to try again', async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => portal.makeCompany()));
    const [first, ...rest] = others.map((company) => company.superAdmin);
    const held = pauseAnswers();
    const running = Array.from({ length: 4 }, () => testTyped(sap(), first));
    await vi.waitFor(() => expect(held.length).toBe(4));
    const refused = { status: 429, body: { code: 'request.too-many' } };
    expect(await testTyped(sap(), first)).toMatchObject(refused);
    for (const other of rest) running.push(...Array.from({ length: 4 }, () => testTyped(sap(), other)));
    await vi.waitFor(() => expect(held.length).toBe(16));
    const crowd = await Promise.all(Array.from({ length: 100 }, () => testTyped(sap())));
    expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([429]));
    expect((await portal.call('/integrations', { as: superAdmin })).status).toBe(200);
    standIn.reset();
    for (const response of held) misbehaviours.forbidden(response);
    expect(new Set((await Promise.all(running)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await testTyped(sap(), first)).body).toMatchObject({ ok: true });
  });
});

/** Stops answering; waiting requests are in the list. */
function pauseAnswers(): ServerResponse[] {
  const held: ServerResponse[] = [];
  standIn.misbehave((response) => held.push(response));
  return held;
}
