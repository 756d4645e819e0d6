import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { IntakeKey, IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { judgeAllKeys } from '#features/intake/server/intake-keys/reports/judge-keys.service.ts';
import { waitForMail } from '../testing/caught-mail.ts';
import { useNotificationSubscribers, type SubscribedTestCompany } from '../testing/notification-subscribers.ts';
import { useTestPortal, type TestUser } from '../testing/test-portal.ts';

const portal = useTestPortal();
const { makeCompany, check, listKeys, listHistory } = useNotificationSubscribers(portal);
const hourMs = 3_600_000;

let company: SubscribedTestCompany;
let key: IntakeKeyWithSecret;

const signIn = (): Promise<TestUser> => portal().makeUser(company.id, { roles: ['SuperAdmin'] });
const judge = () => judgeAllKeys({ ...portal(), log: pino({ level: 'silent' }) });
const flush = () => portal().adapters.keyReports.flush(company.id);

beforeEach(async () => {
  company = await makeCompany('maintenance');
  const { body } = await portal().call('/intake/keys', { as: await signIn(), body: { name: 'Helpdesk bot' } });
  key = body as IntakeKeyWithSecret;
});

async function report(good: number, bad = 0): Promise<void> {
  const date = portal().clock.now().toISOString();
  const items = Array.from({ length: good + bad }, (_, index) => ({ id: `c-${date}-${index}`, date }));
  const conversations = items.map((item, index) => (index < good ? item : { ...item, date: 'never' }));
  const { status } = await portal().call('/intake/conversations', {
    headers: { authorization: `Bearer ${key.secret}` },
    body: { conversations },
  });
  expect(status).toBe(200);
  await flush();
}

async function findAlert(): Promise<IntakeKey['alert']> {
  const { body } = await portal().call('/intake/keys', { as: await signIn() });
  return (body as IntakeKey[]).find(({ id }) => id === key.id)?.alert;
}

const turnsOf = async () =>
  (await listKeys(company)).flatMap((name) => (name.startsWith('intake-key:') ? [name.split(':')[2]] : []));

test('a silent key is mailed once, and once more when it reports again', async () => {
  await report(1);
  portal().clock.advance(72 * hourMs - 60_000);
  await judge();
  await check(company);
  expect(await turnsOf()).toEqual([]);

  portal().clock.advance(120_000);
  await judge();
  expect(await findAlert()).toBe('silent');
  const sent = await check(company);
  expect(sent).toBeGreaterThan(0);
  await judge();
  portal().clock.advance(60_000);
  await judge();
  expect(await check(company)).toBe(0);
  const mail = await waitForMail(
    portal(),
    company.emails[0] ?? '',
    /^The intake key Helpdesk bot of .* reports nothing any more$/,
  );
  expect(mail.text).toContain(`/integrations/intake/${key.id}`);

  await report(1);
  expect(await findAlert()).toBeUndefined();
  await check(company);
  expect(await turnsOf()).toEqual(['silent', 'reporting']);
  expect((await listHistory(company)).map(({ subject }) => subject).join()).toContain('reports again');
  portal().clock.advance(73 * hourMs);
  await judge();
  await check(company);
  expect(await turnsOf()).toEqual(['silent', 'reporting', 'silent']);
});

test('silence is found after the hours of the key, or never', async () => {
  await report(1);
  const set = async (silenceHours: number | null) =>
    portal().call(`/intake/keys/${key.id}/alerts`, { as: await signIn(), method: 'PUT', body: { silenceHours } });
  await set(null);
  portal().clock.advance(1000 * hourMs);
  await judge();
  expect(await findAlert()).toBeUndefined();
  await set(1);
  await judge();
  expect(await findAlert()).toBe('silent');
  await set(null);
  expect(await findAlert()).toBeUndefined();
});

test('a jump of failures is mailed once, and once more when it is over', async () => {
  await report(40, 1);
  await judge();
  expect(await findAlert()).toBeUndefined();
  portal().clock.advance(2 * hourMs);
  await report(20, 20);
  await judge();
  expect(await findAlert()).toBe('failing');
  await check(company);
  portal().clock.advance(60_000);
  await report(0, 50);
  await judge();
  await check(company);
  expect(await turnsOf()).toEqual(['failing']);

  portal().clock.advance(2 * hourMs);
  await judge();
  expect(await findAlert()).toBe('failing');
  await report(30);
  await judge();
  expect(await findAlert()).toBeUndefined();
  await check(company);
  expect(await turnsOf()).toEqual(['failing', 'accepted']);
});

test('a revoked key does not alert', async () => {
  await report(1);
  await portal().call(`/intake/keys/${key.id}`, { as: await signIn(), method: 'DELETE' });
  portal().clock.advance(100 * hourMs);
  await judge();
  expect(await findAlert()).toBeUndefined();
  await check(company);
  expect(await turnsOf()).toEqual([]);
});
