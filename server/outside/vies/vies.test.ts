import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createVies, type AskVies } from './vies.ts';

/** A body to be sent, or nothing at all. */
type Answer = (asked: Record<string, string>) => { status?: number; body: string } | undefined;

const questions: Array<Record<string, string>> = [];
let answer: Answer = () => undefined;
let server: Server;
let ask: AskVies;

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, string>;
}

beforeEach(async () => {
  questions.length = 0;
  server = createServer((request, response) => {
    void readBody(request).then((asked) => {
      questions.push({ path: request.url ?? '', ...asked });
      const sent = answer(asked);
      if (sent) response.writeHead(sent.status ?? 200, { 'content-type': 'application/json' }).end(sent.body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  ask = createVies({
    viesUrl: `http://127.0.0.1:${port}/rest-api/`,
    requester: 'EE102030402',
    ports: [],
    allowed: [],
    ownHost: 'portal.example',
    resolveHost: () => Promise.reject(new Error('no name is looked up')),
    deadlineMs: 500,
  });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

const json = (value: unknown, status?: number) => ({ body: JSON.stringify(value), ...(status && { status }) });
const known = { requestIdentifier: 'WAPIAAAAX1', name: 'Muster GmbH', address: 'Weg 1\n10115 Berlin' };

test('asks for the provider, and keeps the consultation, name and address', async () => {
  answer = ({ countryCode, vatNumber }) => json({ countryCode, vatNumber, valid: true, userError: 'VALID', ...known });
  expect(await ask('DE123456788')).toEqual({
    isValid: true,
    consultation: 'WAPIAAAAX1',
    name: 'Muster GmbH',
    address: 'Weg 1 10115 Berlin',
  });
  expect(questions).toEqual([
    {
      path: '/rest-api/check-vat-number',
      countryCode: 'DE',
      vatNumber: '123456788',
      requesterMemberStateCode: 'EE',
      requesterNumber: '102030402',
    },
  ]);
});

test('dashes are no name, and a number that is none is an answer', async () => {
  answer = ({ countryCode, vatNumber }) =>
    json({
      countryCode,
      vatNumber,
      valid: false,
      userError: 'INVALID',
      name: '---',
      address: '---',
      requestIdentifier: '',
    });
  expect(await ask('DE123456788')).toEqual({ isValid: false, consultation: null, name: null, address: null });
});

test('a provider that VIES does not know asks without a proof of the consultation', async () => {
  const unknown = { actionSucceed: false, errorWrappers: [{ error: 'INVALID_REQUESTER_INFO' }] };
  answer = ({ requesterNumber, countryCode, vatNumber }) =>
    requesterNumber === undefined ? json({ countryCode, vatNumber, valid: true }) : json(unknown, 400);
  expect(await ask('DE123456788')).toMatchObject({ isValid: true, consultation: null });
  expect(questions).toHaveLength(2);
});

test.each<[string, Answer]>([
  [
    'the member state is silent',
    () => json({ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }, 500),
  ],
  [
    'the member state is silent, in an answer',
    (asked) => json({ ...asked, valid: false, userError: 'MS_UNAVAILABLE' }),
  ],
  ['too many ask', () => json({ actionSucceed: false, errorWrappers: [{ error: 'GLOBAL_MAX_CONCURRENT_REQ' }] }, 429)],
  ['it is about another number', () => json({ countryCode: 'DE', vatNumber: '999999999', valid: true })],
  ['it is no JSON', () => ({ body: '<html>Maintenance</html>', status: 503 })],
  ['it says no truth value', (asked) => json({ ...asked, valid: 'yes' })],
  ['it is empty', () => ({ body: '' })],
  ['it is too long', (asked) => json({ ...asked, valid: true, name: 'x'.repeat(100_000) })],
  ['it never comes', () => undefined],
])('there is no answer where %s', async (_case, given) => {
  answer = given;
  expect(await ask('DE123456788')).toBeUndefined();
});

test('a service that is not there gives no answer', async () => {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  expect(await ask('DE123456788')).toBeUndefined();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});
