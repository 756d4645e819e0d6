import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Company } from '#features/company/contract/company.ts';
import { shareWebFiles } from '../http/pages/shared-web-files.ts';
import { startBalancer, type Balancer } from '../testing/balancer.ts';
import { Browser } from '../testing/browser.ts';
import { readMails, waitForCode } from '../testing/caught-mail.ts';
import { makeIntakeKey } from '../testing/sweeps/intake-senders.ts';
import { startTestPortal, testPassword, type TestPortal } from '../testing/test-portal.ts';

/** Two portals that share a database, files and keys, behind a proxy that sends every request to the other one. */
const settings = { TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '40', INTAKE_MIB_PER_MINUTE: '16' };
let one: TestPortal;
let other: TestPortal;
let balancer: Balancer;
const stops: Array<() => Promise<void>> = [];

beforeAll(async () => {
  const first = await startTestPortal(settings);
  const second = await startTestPortal(settings, { beside: first.portal });
  [one, other] = [first.portal, second.portal];
  balancer = await startBalancer([one.url, other.url]);
  stops.push(balancer.close, second.stop, first.stop);
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

let networks = 0;
/** Another network for each caller, so that no test uses up the limit of another one. */
const newNetwork = () => ({ 'x-forwarded-for': `203.0.113.${(networks += 1)}` });

test('every step of a sign-in and every call can go to another portal', async () => {
  const { superAdmin } = await one.makeCompany();
  const { email } = superAdmin;
  const browser = new Browser(balancer);
  expect((await browser.post('/session/sign-in', { email, password: testPassword })).body).toMatchObject({
    state: 'signedIn',
  });
  const tokens = [await browser.fetchToken(), await browser.fetchToken()];
  for (const token of tokens) {
    for (const portal of [one, other]) {
      const headers = { authorization: `Bearer ${String(token)}` };
      expect((await portal.call('/session/user', { headers })).status).toBe(200);
    }
  }
  await other.call('/session/forgot-password', { body: { email } });
  const code = await waitForCode(one, email, /^Reset your/);
  expect((await readMails(one, email)).filter(({ subject }) => subject.startsWith('Reset your'))).toHaveLength(1);
  const body = { email, code, password: 'Changed-2026!' };
  expect((await one.call('/session/reset-password', { body })).status).toBe(200);
  expect((await other.call('/users', { as: superAdmin })).status).toBe(401);
});

test('what one portal changes, the other one shows at once', async () => {
  const { superAdmin } = await one.makeCompany();
  const readOf = async (portal: TestPortal) => (await portal.call('/company/info', { as: superAdmin })).body as Company;
  const before = await readOf(one);
  expect(await readOf(other)).toEqual(before);
  const address = { country: 'Estonia', address_1: 'Raekoja plats 1', city: 'Tartu', zip: '51003' };
  const changed = { companyName: before.companyName, vatNumber: 'EE101218458', ...address };
  const { status } = await one.call('/company/info', { as: superAdmin, method: 'PUT', body: changed });
  expect([status, (await readOf(other)).city]).toEqual([200, 'Tartu']);
  const user = await one.makeUser(superAdmin.companyId, { roles: ['User'] });
  expect((await other.call('/session/user', { as: user })).status).toBe(200);
  await one.call('/users', { as: superAdmin, method: 'DELETE', body: [user.id] });
  expect((await other.call('/session/user', { as: user })).status).toBe(401);
});

test('wrong passwords at two portals lock together', async () => {
  const { superAdmin } = await one.makeCompany();
  const headers = newNetwork();
  const signIn = (portal: TestPortal, password: string) =>
    portal.call('/session/sign-in', { body: { email: superAdmin.email, password }, headers });
  for (const portal of [one, other, one, other, one]) expect((await signIn(portal, 'Wrong-2026!')).status).toBe(401);
  for (const portal of [one, other]) expect((await signIn(portal, testPassword)).status).toBe(429);
});

test('the limit of public calls is that of all portals together', async () => {
  const headers = newNetwork();
  const view = async (portal: TestPortal) =>
    (await portal.call('/page-views', { body: { path: '/users/$id' }, headers })).status;
  for (let call = 0; call < 30; call += 1) expect(await view(one)).toBeLessThan(300);
  // Within a second the portals know of each other's calls.
  await vi.waitFor(async () => expect(await view(other)).toBe(429), { timeout: 8000, interval: 200 });
});

test('the limit of bytes is that of all portals together', async () => {
  const { id } = await one.makeCompany();
  const { secret } = await makeIntakeKey(one, id, { name: 'both' });
  const send = async (portal: TestPortal, mebibytes: number) =>
    (
      await portal.call('/intake/conversations', {
        body: gzipSync(Buffer.alloc(mebibytes * 1024 * 1024, ' ')),
        headers: { authorization: `Bearer ${secret}`, 'content-encoding': 'gzip', 'content-type': 'application/json' },
      })
    ).status;
  for (const portal of [one, other]) expect(await send(portal, 7)).not.toBe(429);
  await vi.waitFor(async () => expect(await send(other, 3)).toBe(429), { timeout: 8000, interval: 500 });
  await vi.waitFor(async () => expect(await send(one, 1)).toBe(429), { timeout: 8000, interval: 500 });
});

test('a portal serves the files of another version’s pages', async () => {
  const [path, bytes] = ['/assets/users-page-a1B2.js', new TextEncoder().encode('export {};')];
  await shareWebFiles(one.database, { listHashed: () => [{ path, read: () => bytes }] }, one.clock.now());
  const answer = await fetch(`${other.url}${path}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  expect(await answer.text()).toBe('export {};');
  expect((await fetch(`${other.url}/assets/unknown-a1B2.js`)).status).toBe(404);
});
