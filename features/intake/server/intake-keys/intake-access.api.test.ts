import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { IntakeKey, IntakeKeyWithSecret } from '#features/intake/contract/intake-keys.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

const manage = (path: string, call: { method?: string; body?: unknown }) =>
  portal().call(`/intake/keys${path}`, { as: superAdmin, ...call });

async function makeKey(): Promise<IntakeKeyWithSecret> {
  return (await manage('', { body: { name: randomUUID() } })).body as IntakeKeyWithSecret;
}

const report = (authorization: string) =>
  portal().call('/intake/conversations', {
    headers: { authorization },
    body: { conversations: [{ id: 'c-1', date: '2026-11-01T08:30:00.000Z' }] },
  });
const reportWith = async ({ secret }: { secret: string }) => (await report(`Bearer ${secret}`)).status;

test('a key is accepted at the intake, and the list shows its last use', async () => {
  const key = await makeKey();
  expect(await reportWith(key)).toBe(200);
  const keys = (await portal().call('/intake/keys', { as: superAdmin })).body as IntakeKey[];
  expect(keys.find(({ id }) => id === key.id)?.lastUsedAt).not.toBeNull();
});

test('a key is rejected everywhere but at the intake', async () => {
  const { secret } = await makeKey();
  const toBasic = (password: string) => `Basic ${Buffer.from(`pk:${password}`).toString('base64')}`;
  const headers = [`Bearer ${secret}`, `bearer ${secret}`, `Bearer%20${secret}`, secret, toBasic(secret)];
  const paths = ['/users', '/user-info/sap-id', '/intake/keys', '/skills', '/audit', '/session/user'];
  for (const path of [...paths, `/integrations/${randomUUID()}`]) {
    for (const authorization of headers) {
      const refused = await portal().call(path, { headers: { authorization } });
      expect([path, refused.status, refused.body]).toEqual([
        path,
        401,
        expect.objectContaining({ code: 'session.required', message: expect.stringContaining('An intake key opens') }),
      ]);
    }
  }
  expect((await portal().call('/users', {})).body).toMatchObject({ message: 'Please sign in.' });
});

test('a user’s token is rejected at the intake, with any role', async () => {
  const user = await portal().makeUser(superAdmin.companyId);
  for (const { token } of [superAdmin, user]) {
    expect(await report(`Bearer ${token}`)).toMatchObject({
      status: 401,
      body: { code: 'intake.key-required', message: expect.stringContaining('the token of a person’s session') },
    });
  }
});

test('after the grace period the previous secret is rejected, and the new one accepted', async () => {
  const old = await makeKey();
  const rotated = (await manage(`/${old.id}/rotation`, { body: { graceDays: 0 } })).body as IntakeKeyWithSecret;
  expect([await reportWith(old), await reportWith(rotated)]).toEqual([401, 200]);
  const third = (await manage(`/${old.id}/rotation`, { body: { graceDays: 1 } })).body as IntakeKeyWithSecret;
  expect([await reportWith(rotated), await reportWith(third)]).toEqual([200, 200]);
  portal().clock.advance(86_400_000);
  expect([await reportWith(rotated), await reportWith(third)]).toEqual([401, 200]);
});
