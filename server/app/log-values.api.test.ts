import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../config/log.ts';
import { makeIntakeKey } from '../testing/sweeps/intake-senders.ts';
import { runSql } from '../testing/sql/run-sql.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';

const lines: string[] = [];
let portal: TestPortal;
const closing: Array<() => Promise<unknown> | unknown> = [];

/** A server of one line for each connection. */
async function openServer(answer: (text: string) => string): Promise<number> {
  const server = createServer((client) => {
    client.on('error', () => undefined);
    client.write('220 ready\r\n');
    client.on('data', (bytes) => client.write(answer(bytes.toString())));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  const quoting = (text: string) => (/^(?:EHLO|HELO)/.test(text) ? '250 ok\r\n' : `550 refused: ${text.trim()}\r\n`);
  const mailPort = await openServer(quoting);
  const started = await startTestPortal(
    {
      LOG_LEVEL: 'trace',
      TRUST_PROXY: '1',
      SMTP_URL: `smtp://planted-login:planted-secret@127.0.0.1:${mailPort}`,
      FILES_S3_BUCKET: 'planted-bucket',
      FILES_S3_ENDPOINT: `http://127.0.0.1:${await openServer(() => 'HTTP/1.1 403 planted-answer\r\n\r\n')}`,
      FILES_S3_ACCESS_KEY_ID: 'planted-access',
      FILES_S3_SECRET_ACCESS_KEY: 'planted-store-secret',
    },
    { writeLog: (line) => void lines.push(line) },
  );
  portal = started.portal;
  closing.push(started.stop);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const address = '198.51.100.77';
const planted = {
  'x-forwarded-for': address,
  'user-agent': 'planted-agent',
  cookie: 'planted=planted-cookie',
  referer: 'https://planted-referer.example/',
  'idempotency-key': 'planted-idempotency',
};

test('no value of a person, a secret or a text reaches the log, whatever fails, at its most talkative', async () => {
  const { id, superAdmin } = await portal.makeCompany({ name: 'Planted-Company' });
  const person = await portal.makeUser(id, {
    email: 'planted-person@planted.example',
    firstName: 'Planted-First',
    lastName: 'Planted-Last',
  });
  const { secret } = await makeIntakeKey(portal, id, { name: 'planted-key-name' });
  const call = (path: string, options: Parameters<TestPortal['call']>[1] = {}) =>
    portal.call(path, { ...options, headers: { ...planted, ...options.headers } });
  const asAssistant = { authorization: `Bearer ${secret}` };

  // Sign-in, sign-up and passwords, right and wrong.
  const email = 'planted-stranger@planted.example';
  await call('/session/sign-in', { body: { email: person.email, password: 'Planted-Password-1!' } });
  await call('/session/sign-in', { body: { email, password: 'Planted-Password-2!' } });
  await call('/session/forgot-password', { body: { email: person.email } });
  await call('/session/reset-password', { body: { email, code: '424242', password: 'Planted-Password-3!' } });
  await call('/session/single-sign-on', { body: { email } });
  await call('/session/token', { headers: { cookie: 'planted=planted-cookie' }, method: 'POST' });
  // Reads with queries, denied, malformed and unknown calls.
  await call('/users?search=planted-search', { as: person });
  await call('/users?search=planted-search', { headers: { authorization: 'Bearer planted.planted-token.planted' } });
  await call('/audit?actor=planted-query', { as: person });
  await call('/planted-path/planted-file.pdf?planted-query=1', {});
  await call('/users', { as: superAdmin, body: '{"planted-body":', headers: { 'content-type': 'application/json' } });
  // Records: valid, invalid and with values that a constraint refuses.
  const user = { email, firstName: 'Planted-First', lastName: 'Planted-Last', roles: ['User'] };
  await call('/users', { as: superAdmin, body: user });
  await call('/users', { as: superAdmin, body: { ...user, email: person.email } });
  await call('/users', { as: superAdmin, body: { ...user, email: 'planted-no-address' } });
  await call('/integrations', {
    as: superAdmin,
    body: {
      provider: 'SAP',
      service: 'erp',
      uniqueId: 'p',
      serviceName: 'Planted',
      hostname: 'planted.example',
      port: 443,
      username: 'planted-user',
      password: 'planted-integration-secret',
    },
  });
  await call('/company', {
    as: superAdmin,
    method: 'PUT',
    body: { companyName: 'Planted-Company', vatNumber: 'planted-iban-EE382200221020145685' },
  });
  await call('/company/logo', { as: superAdmin, method: 'PUT', body: new Uint8Array([1, 2, 3]) });
  // Reports: accepted, malformed, with a wrong key; a picture that the object store refuses.
  const startedAt = portal.clock.now().toISOString();
  const conversation = { id: 'planted-conversation', date: startedAt, skill: 'planted-skill', status: 'Processing' };
  await call('/intake/conversations', {
    headers: asAssistant,
    body: { conversations: [{ ...conversation, user: { email } }] },
  });
  await call('/intake/conversations', {
    headers: asAssistant,
    body: { conversations: [{ ...conversation, date: 'planted-date' }] },
  });
  await call('/intake/conversations', { headers: { authorization: `Bearer ${secret.slice(0, -4)}abcd` }, body: {} });
  await call('/intake/files', {
    headers: { ...asAssistant, 'content-type': 'image/png' },
    body: new Uint8Array([137, 80, 78, 71]),
  });
  await call('/authorize', {
    headers: asAssistant,
    body: { skill: 'planted-skill', requestId: 'planted-run', user: { email } },
  });
  // Errors of the database that carry values, as a call and as a job would log them.
  const failing = portal.database.inCompany(id, (tx) =>
    runSql(tx, `select 'planted-value'::uuid, $1::text`, ['planted-parameter']),
  );
  const failure = await failing.catch((error: unknown) => error);
  const log = createLog({ level: 'trace', levels: 'words', version: '1' }, { write: (line) => void lines.push(line) });
  log.error({ err: failure }, 'job failed, will be tried again');
  log.fatal({ err: new Error('Ended', { cause: failure }) }, 'Ended by a fault of the program.');
  // Mails, which the mail server refuses by quoting them.
  await expect.poll(() => lines.some((line) => line.includes('mail')), { timeout: 30_000 }).toBe(true);

  const text = lines.join('');
  expect(lines.length).toBeGreaterThan(20);
  expect(text).toContain('198.51.100.*');
  expect(text).not.toMatch(/planted/i);
  for (const value of [address, secret, person.token, person.cookie, 'EE382200221020145685'])
    expect(text).not.toContain(value);
});
