import { expect, inject, test, vi } from 'vitest';
import { readVersion } from '../../config/version.ts';
import { runAsOwner } from '../../database/testing/test-server.ts';
import { testPassword, useTestPortal } from '../test-portal.ts';

const portal = useTestPortal();

/** After this time a failed load is repeated. */
const pauseAfterFailureMs = 5000;

const get = async (path: string) => {
  const response = await fetch(`${portal().url}${path}`);
  return { status: response.status, body: (await response.json()) as unknown };
};

/** Refuses connections to this file's database and ends existing ones. */
async function setReachable(isReachable: boolean): Promise<void> {
  const { ownerUrl } = inject('testServer');
  const name = new URL(portal().database.logins.appUrl).pathname.slice(1);
  await runAsOwner(ownerUrl, `alter database ${name} connection limit ${isReachable ? -1 : 0}`);
  if (isReachable) return;
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  await runAsOwner(ownerUrl, cut);
}

test('a running portal is healthy and ready', async () => {
  expect(await get('/api/health')).toEqual({ status: 200, body: { status: 'ok', version: readVersion().version } });
  expect(await get('/api/ready')).toEqual({ status: 200, body: { status: 'ready' } });
});

test('without its database the portal stays healthy, is not ready, and recovers', async () => {
  const { superAdmin } = await portal().makeCompany();
  await setReachable(false);
  expect(await get('/api/health')).toMatchObject({ status: 200 });
  expect(await get('/api/ready')).toEqual({ status: 503, body: { status: 'not ready', missing: ['database'] } });
  const refused = await portal().call('/users', { as: superAdmin });
  expect(refused).toMatchObject({ status: 503, body: { code: 'service.unavailable' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const credentials = { body: { email: superAdmin.email, password: testPassword } };
  for (let time = 0; time < 6; time += 1) {
    expect((await portal().call('/session/sign-in', credentials)).status).toBe(503);
  }
  await setReachable(true);
  portal().clock.advance(pauseAfterFailureMs);
  await vi.waitFor(async () => expect((await get('/api/ready')).status).toBe(200), { timeout: 10_000 });
  expect((await portal().call('/users', { as: superAdmin })).status).toBe(200);
  expect((await portal().call('/session/sign-in', credentials)).status).toBe(200);
});
