import { expect, test } from 'vitest';
import type { ListedSession } from '#features/sign-in/contract/session-list.ts';
import { testPassword, useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal({ TRUST_PROXY: '1' });

/** Another sign-in of the user, from a browser and an address. */
async function signIn(user: TestUser, userAgent: string, address: string): Promise<TestUser> {
  const headers = { 'user-agent': userAgent, 'x-forwarded-for': address };
  const { headers: answered } = await portal().call('/session/sign-in', {
    body: { email: user.email, password: testPassword },
    headers,
  });
  const cookie = answered
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const { body } = await portal().call('/session/token', { method: 'POST', headers: { ...headers, cookie } });
  return { ...user, cookie, token: (body as { token: string }).token };
}

const list = async (as: TestUser) => (await portal().call('/session/sessions', { as })).body as ListedSession[];
const end = (as: TestUser, id = '') => portal().call(`/session/sessions${id && `/${id}`}`, { as, method: 'DELETE' });
const getStatus = async (as: TestUser) => (await portal().call('/session/user', { as })).status;

test('sessions show browser, shortened network and times; one or all others end at once, with their tokens', async () => {
  const { superAdmin: here } = await portal().makeCompany();
  portal().clock.advance(60_000);
  const laptop = await signIn(here, 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/145.0', '203.0.113.77');
  portal().clock.advance(60_000);
  const phone = await signIn(here, 'Mozilla/5.0 (iPhone) Version/18.1 Safari/604.1', '2001:db8:1:2::9');
  const sessions = await list(laptop);
  expect(sessions).toHaveLength(3);
  expect(sessions[0]).toMatchObject({ browser: 'Safari', system: 'iPhone', network: '2001:db8:1:*', isCurrent: false });
  expect(sessions[1]).toMatchObject({ browser: 'Firefox', system: 'Windows', network: '203.0.113.*', isCurrent: true });
  expect(sessions[0]?.lastUsedAt).toBe(portal().clock.now().toISOString());
  const ended = await end(laptop, sessions[0]?.id);
  expect((ended.body as ListedSession[]).map(({ id }) => id)).not.toContain(sessions[0]?.id);
  expect([await getStatus(phone), await getStatus(laptop), await getStatus(here)]).toEqual([401, 200, 200]);
  expect((await portal().call('/session/token', { method: 'POST', headers: { cookie: phone.cookie } })).status).toBe(
    401,
  );
  expect((await end(laptop, sessions[0]?.id)).status).toBe(404);
  expect((await end(laptop)).body).toMatchObject([{ browser: 'Firefox', isCurrent: true }]);
  expect([await getStatus(here), await getStatus(laptop)]).toEqual([401, 200]);
  const { body } = await portal().call('/audit?entity=account', { as: laptop });
  const actions = (body as { entries: { action: string }[] }).entries.map(({ action }) => action);
  expect(actions.filter((action) => action.startsWith('account.sign-out'))).toEqual([
    'account.sign-out-others',
    'account.sign-out-one',
  ]);
});

test('a session of another account is neither seen nor ended', async () => {
  const { superAdmin: mine } = await portal().makeCompany();
  const { superAdmin: other } = await portal().makeCompany();
  const [session] = await list(other);
  expect((await list(mine)).map(({ id }) => id)).not.toContain(session?.id);
  expect((await end(mine, session?.id)).status).toBe(404);
  expect((await end(mine, 'garbage')).status).toBe(404);
  expect((await end(mine)).status).toBe(200);
  expect(await getStatus(other)).toBe(200);
});
