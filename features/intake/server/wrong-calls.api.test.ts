import { randomUUID } from 'node:crypto';
import { gzipSync, deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { toJsonRequest, toJsonSpan } from './otlp/testing/json-export.ts';
import { readRecorded } from './otlp/testing/recorded-clients.ts';
import { makeSender, readStored } from './otlp/testing/stored.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let key: IntakeKeyWithSecret;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  key = await makeKey('Assistant');
});

const manage = (path: string, call: { method?: string; body?: unknown }) =>
  portal().call(`/intake/keys${path}`, { as: superAdmin, ...call });
const makeKey = async (name: string) => (await manage('', { body: { name } })).body as IntakeKeyWithSecret;

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  portal().call(path, { body, headers: { authorization: `Bearer ${key.secret}`, ...headers } });
const postAs = (authorization: string) => post('/otlp/v1/traces', toJsonRequest([]), { authorization });

describe('a refused key says why', () => {
  const toBasic = (password: string) => `Basic ${Buffer.from(`pk-lf-1:${password}`).toString('base64')}`;

  test.each<[string, () => string, string]>([
    ['it is missing', () => '', 'Send it as “Authorization: Bearer stwk_…”.'],
    ['another scheme', () => `Token ${key.secret}`, 'Send it as “Authorization: Bearer stwk_…”.'],
    ['half of it', () => `Bearer ${key.secret.slice(0, 20)}`, 'a key begins with stwk_ and has 48 characters.'],
    ['a password that is none', () => toBasic('sk-lf-1'), 'a key begins with stwk_ and has 48 characters.'],
    ['unknown', () => `Bearer stwk_${'A'.repeat(43)}`, 'This key is unknown here.'],
  ])('%s', async (_, toHeader, reason) => {
    expect(await postAs(toHeader())).toMatchObject({
      status: 401,
      body: { code: 'intake.key-required', message: expect.stringContaining(`Reason: `) },
    });
    expect(JSON.stringify((await postAs(toHeader())).body)).toContain(reason);
  });

  interface Door {
    readonly path: string;
    readonly type: string;
    readonly toHeader: (secret: string) => string;
  }
  const doors: readonly Door[] = [
    { path: '/otlp/v1/traces', type: 'application/json', toHeader: (secret) => `Bearer ${secret}` },
    { path: '/otlp/v1/traces', type: 'application/x-protobuf', toHeader: (secret) => `Bearer%20${secret}` },
    { path: '/public/otel/v1/traces', type: 'application/x-protobuf', toHeader: toBasic },
    { path: '/public/ingestion', type: 'application/json', toHeader: toBasic },
    { path: '/intake/conversations', type: 'application/json', toHeader: (secret) => secret },
    { path: '/authorize', type: 'application/json', toHeader: (secret) => `Bearer ${secret}` },
  ];
  const rotate = async ({ id }: IntakeKeyWithSecret, graceDays: number) =>
    (await manage(`/${id}/rotation`, { body: { graceDays } })).body as IntakeKeyWithSecret;
  const revoke = ({ id }: IntakeKeyWithSecret) => manage(`/${id}`, { method: 'DELETE' });

  async function expectReason({ path, type, toHeader }: Door, { secret }: IntakeKeyWithSecret, reason: string) {
    const answer = await post(path, '{}', { authorization: toHeader(secret), 'content-type': type });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([401, expect.stringContaining(reason)]);
  }

  test.each(doors)('revoked or replaced, at $path as $type', async (door) => {
    const name = randomUUID();
    const first = await makeKey(`${name} 1`);
    const second = await rotate(first, 7);
    const third = await rotate(second, 7);
    await expectReason(door, first, 'This key has been replaced by a new one');
    await revoke(first);
    for (const secret of [first, second, third]) await expectReason(door, secret, 'This key has been revoked.');

    const old = await makeKey(`${name} 2`);
    const next = await rotate(old, 0);
    await expectReason(door, old, 'This key has been replaced by a new one');
    await revoke(old);
    for (const secret of [old, next]) await expectReason(door, secret, 'This key has been revoked.');
  });

  test('replaced, and its grace period is over', async () => {
    const late = await makeKey('Late');
    await rotate(late, 1);
    expect(await postAs(`Bearer ${late.secret}`)).toMatchObject({ status: 200 });
    portal().clock.advance(2 * 86_400_000);
    for (const door of doors) await expectReason(door, late, 'This key has been replaced by a new one');
  });

  test('the word Bearer with a literal %20 is accepted, and so are basic authentication and the key alone', async () => {
    for (const header of [`Bearer%20${key.secret}`, `bearer ${key.secret}`, toBasic(key.secret), key.secret]) {
      expect(await postAs(header)).toMatchObject({ status: 200 });
    }
  });
});

describe('a wrong address names the right one', () => {
  test.each(['/otlp', '/otlp/v1', '/otlp//v1/traces', '/otlp/v1/traces/v1/traces', '/v1/traces'])(
    '%s',
    async (path) => {
      for (const body of ['{}', undefined]) {
        expect(await portal().call(path, { body })).toMatchObject({
          status: 404,
          body: { code: 'intake.otlp-address', message: expect.stringContaining('/api/otlp/v1/traces') },
        });
      }
    },
  );

  test.each([
    '//v1/logs',
    '/otlp/v1/traces',
    '/v1/trace',
    '/v1/log',
    '/v1/metric',
    '/v1/traces/',
    '/traces',
    '/api/v1/trace',
    '/api/traces/',
  ])('%s at the root', async (path) => {
    const answer = await fetch(`${portal().url}${path}`, { method: 'POST', body: '{}' });
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'intake.otlp-address' }]);
  });

  test.each([
    '/intake/conversations',
    '/conversations',
    '/api/intake/conversation',
    '/api/intake',
    '/api/intake/batch',
  ])('%s instead of the intake of conversations', async (path) => {
    const answer = await fetch(`${portal().url}${path}`, { method: 'POST', body: '{}' });
    const { code, message } = (await answer.json()) as { code: string; message: string };
    expect([answer.status, code, message]).toEqual([
      404,
      'intake.address',
      expect.stringContaining('/api/intake/conversations'),
    ]);
  });

  test('any other path of the pages says that it is not for sending', async () => {
    const answer = await fetch(`${portal().url}/anything`, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('allow'), await answer.json()]).toMatchObject([
      405,
      'GET, HEAD',
      { code: 'request.method-not-allowed' },
    ]);
  });

  test('the older ingestion of Langfuse', async () => {
    expect(await post('/public/ingestion', { batch: [] })).toMatchObject({
      status: 410,
      body: { code: 'intake.langfuse-version', message: expect.stringContaining('OpenTelemetry') },
    });
  });

  test.each(['traces', 'logs', 'metrics'])(
    '%s of an SDK that knows an origin alone are taken at the root',
    async (signal) => {
      const send = (authorization: string) =>
        fetch(`${portal().url}/v1/${signal}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization },
          body: '{}',
        });
      expect((await send(`Bearer ${key.secret}`)).status).toBe(200);
      expect((await send('')).status).toBe(401);
    },
  );

  test('Langfuse with nothing but another base URL is taken', async () => {
    const sender = await makeSender(portal());
    const [sent] = await readRecorded('langfuse-js-5');
    const answer = await fetch(`${portal().url}/api/public/otel/v1/traces`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`pk-lf-1:${sender.key}`).toString('base64')}`,
        'content-type': 'application/x-protobuf',
        'content-encoding': 'gzip',
        'x-langfuse-sdk-name': 'javascript',
      },
      body: sent?.bytes ?? null,
    });
    expect(answer.status).toBe(200);
    expect(await readStored(portal(), sender.companyId)).toHaveLength(4);
  });
});

describe('a body that is not read says why', () => {
  const protobuf = { 'content-type': 'application/x-protobuf' };
  const json = JSON.stringify(toJsonRequest([toJsonSpan({})]));
  const traces = '/otlp/v1/traces';
  const cases = [
    { name: 'JSON as protobuf', body: json, headers: protobuf, reason: 'JSON, but its Content-Type says protobuf.' },
    { name: 'protobuf as JSON', body: Uint8Array.of(10, 2, 18, 0), reason: 'no JSON, but its Content-Type says so.' },
    { name: 'an empty body', body: '', reason: 'The body is empty.' },
    { name: 'half of JSON', body: json.slice(0, -9), reason: 'The body is no valid JSON.' },
    { name: 'text in a worker thread', body: json.padEnd(40_000).slice(1), reason: 'The body is no JSON' },
    { name: 'any bytes', body: Uint8Array.of(255, 255, 255), headers: protobuf, reason: 'no valid protobuf of OTLP.' },
    { name: 'text as gzip', body: json, headers: { 'content-encoding': 'gzip' }, reason: 'The body is no gzip' },
    { name: 'logs as traces', body: '{"resourceLogs":[]}', reason: 'send it to /api/otlp/v1/logs.' },
    {
      name: 'traces as logs',
      path: '/otlp/v1/logs',
      body: '{"resource_spans":[]}',
      reason: 'send it to /api/otlp/v1/traces',
    },
    {
      name: 'half of a batch',
      path: '/intake/conversations',
      body: '{"conversations": [',
      reason: 'Unexpected end of JSON',
    },
  ];

  test.each(cases)('$name', async ({ path = traces, body, headers = {}, reason }) => {
    expect(await post(path, body, headers)).toMatchObject({
      status: 400,
      body: { code: 'request.malformed', message: expect.stringContaining(reason) },
    });
  });

  test('deflate', async () => {
    const body = deflateSync(json);
    for (const path of ['/otlp/v1/traces', '/intake/conversations']) {
      expect(await post(path, body, { 'content-encoding': 'deflate' })).toMatchObject({
        status: 415,
        body: { code: 'intake.coding', message: expect.stringContaining('gzip') },
      });
    }
    expect((await post('/otlp/v1/traces', gzipSync(json), { 'content-encoding': 'gzip' })).status).toBe(200);
  });

  test('a batch that is no JSON', async () => {
    const refused = await post('/intake/conversations', 'id;date', { 'content-type': 'text/csv' });
    expect(refused).toMatchObject({ status: 415, body: { code: 'intake.json-type' } });
  });
});

describe('two messages of one id', () => {
  const date = '2026-11-02T08:30:00.000Z';
  const say = (value: string, more = {}) => ({
    id: '1',
    date,
    isAssistant: true,
    data: [{ type: 'text', value }],
    ...more,
  });
  const reason = 'Another message of this conversation has the same id.';

  test('are rejected with their place where they differ', async () => {
    const messages = [say('A'), say('B')];
    expect(
      (await post('/intake/conversations', { conversations: [{ id: 'm-1', date, messages }] })).body,
    ).toMatchObject({
      accepted: 0,
      rejected: [{ kind: 'conversations', id: 'm-1', reasons: [`messages.1.id: ${reason}`] }],
    });
    const listed = messages.map((message) => ({ ...message, conversationId: 'm-2' }));
    expect((await post('/intake/conversations', { messages: listed })).body).toMatchObject({
      accepted: 1,
      rejected: [{ kind: 'messages', index: 1, reasons: [`id: ${reason}`] }],
    });
  });

  test('are accepted where one repeats the other, replaces one that was loading, or is of another conversation', async () => {
    const lists = [
      [say('A'), say('A')],
      [say('…', { loading: true }), say('A')],
    ];
    const conversations = lists.map((messages, index) => ({ id: `n-${index}`, date, messages }));
    expect((await post('/intake/conversations', { conversations })).body).toEqual({ accepted: 2, rejected: [] });
    const messages = ['n-3', 'n-4'].map((conversationId) => ({ ...say(conversationId), conversationId }));
    expect((await post('/intake/conversations', { messages })).body).toEqual({ accepted: 2, rejected: [] });
  });
});
