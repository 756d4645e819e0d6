import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startReceiver, type ReceivedSpan, type Receiver } from '../outside/traces/testing/receiver.ts';
import { startTestPortal, type TestPortal, type TestUser } from '../testing/test-portal.ts';
import { newUserForm } from '../testing/user-forms.ts';

let portal: TestPortal;
let receiver: Receiver;
let superAdmin: TestUser;
let keyHeaders: Record<string, string>;
let stop: () => Promise<void>;
/** Answers of the portal's own intake to the portal's exports. */
const forwarded: number[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '10');
  const started = await startTestPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
  ({ portal } = started);
  stop = async () => {
    await started.stop();
    await receiver.close();
    vi.unstubAllEnvs();
  };
  ({ superAdmin } = await portal.makeCompany({ name: 'Zorptech' }));
  const made = await portal.call('/intake/keys', { as: superAdmin, body: { name: 'Zorp key' } });
  keyHeaders = { authorization: `Bearer ${(made.body as { secret: string }).secret}` };
});
afterAll(() => stop());

const find = (name: string) => receiver.listSpans().filter((span) => span.name === name);
const waitFor = async (name: string): Promise<ReceivedSpan> => {
  await expect.poll(() => find(name).length).toBeGreaterThan(0);
  return find(name)[0] as ReceivedSpan;
};

test('a call is one trace of its transactions and statements, without a value of anyone', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const person = newUserForm({ email: 'zoe@zorptech.example', firstName: 'Zorpina', lastName: 'Zorp' });
  const headers = { traceparent, tracestate: 'zorp=zorp', baggage: 'zorp=zorp', 'user-agent': 'zorp' };
  const made = await portal.call('/users', { as: superAdmin, headers, body: person });
  expect(made.status).toBe(201);
  expect((await portal.call('/users?stringValue=zorp', { as: superAdmin })).status).toBe(200);
  expect((await portal.call('/zorp/zorp')).status).toBe(404);
  expect((await portal.call(`/users/${superAdmin.companyId}`, { as: superAdmin })).status).toBe(404);
  await portal.call('/session/forgot-password', { body: { email: person.email } });
  const batch = {
    conversations: [{ id: 'zorp-1', date: portal.clock.now().toISOString(), user: { email: person.email } }],
  };
  await portal.call('/intake/conversations', { headers: keyHeaders, body: batch });

  const request = await waitFor('usersCreate');
  expect(request).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
    attributes: { 'http.request.method': 'POST', 'http.route': '/users', 'http.response.status_code': 201 },
  });
  const ofTrace = receiver.listSpans().filter(({ traceId }) => traceId === request.traceId);
  const byId = new Map(ofTrace.map((span) => [span.spanId, span]));
  const insert = ofTrace.find(({ name }) => name === 'insert users');
  expect(insert?.attributes).toEqual({ 'db.system.name': 'postgresql' });
  const transaction = byId.get(insert?.parentSpanId ?? '');
  expect(transaction?.name).toBe('company transaction');
  expect(byId.get(transaction?.parentSpanId ?? '')).toEqual(request);

  const mail = await waitFor('hand over mail');
  await expect.poll(() => find('job mail.send').some(({ spanId }) => spanId === mail.parentSpanId)).toBe(true);
  expect((await waitFor('usersGet')).attributes).toMatchObject({
    'http.route': '/users/{id}',
    'http.response.status_code': 404,
    'steward.problem': 'record.not-found',
  });
  await waitFor('intakeCreateBatch');
  await waitFor('request');
  const values = receiver.listSpans().flatMap(({ name, attributes }) => [name, ...Object.values(attributes)]);
  const [key = ''] = Object.values(keyHeaders);
  expect(receiver.readText().toLowerCase()).not.toMatch(/zorp|zoe|@[a-z]|bearer/);
  expect(receiver.readText()).not.toContain(key.slice('Bearer '.length));
  expect(values.filter((value) => /[\da-f]{8}-[\da-f]{4}-/.test(String(value)))).toEqual([]);
});

test('the portal can receive its own traces without tracing that', async () => {
  const send = async (headers: Record<string, string>, body: string) =>
    (await portal.call('/otlp/v1/traces', { headers: { ...keyHeaders, ...headers }, body })).status;
  receiver.onExport = (_path, headers, body) => {
    const mark = { 'x-steward-traces': String(headers['x-steward-traces']) };
    void send({ 'content-type': 'application/json', ...mark }, body).then((status) => forwarded.push(status));
  };
  await portal.call('/skills', { as: superAdmin });
  await expect.poll(() => forwarded.length).toBeGreaterThan(0);
  await portal.call('/users', { as: superAdmin });
  await expect.poll(() => forwarded.length).toBeGreaterThan(1);
  expect(new Set(forwarded)).toEqual(new Set([200]));
  receiver.onExport = () => undefined;
  expect(find('otlpCreateTraces')).toEqual([]);
  expect(await send({ 'content-type': 'application/json' }, '{"resourceSpans":[]}')).toBe(200);
  await expect.poll(() => receiver.listSpans().filter(({ name }) => name.startsWith('otlp')).length).toBe(1);
});
