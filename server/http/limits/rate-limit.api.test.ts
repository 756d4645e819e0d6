import { expect, test } from 'vitest';
import { useTestPortal } from '../../testing/test-portal.ts';

const portal = useTestPortal({ RATE_LIMIT_PER_MINUTE: '5', TRUST_PROXY: '1' });

const view = (address: string) =>
  portal().call('/page-views', { body: { path: '/users/$id' }, headers: { 'x-forwarded-for': address } });

async function useUp(address: string): Promise<void> {
  for (let call = 0; call < 5; call += 1) expect((await view(address)).status).toBeLessThan(300);
}

test('a network over the limit of public calls is refused until the next minute', async () => {
  await useUp('203.0.113.1');
  const refused = await view('203.0.113.1');
  expect(refused).toMatchObject({ status: 429, body: { code: 'request.too-many' } });
  const waitSeconds = Number(refused.headers.get('retry-after'));
  expect(waitSeconds).toBeGreaterThan(0);
  expect(waitSeconds).toBeLessThanOrEqual(60);
  portal().clock.advance(waitSeconds * 1000);
  await useUp('203.0.113.1');
});

test('all addresses of a /64 share one limit', async () => {
  await useUp('2001:db8:0:7::1');
  expect((await view('2001:db8:0:7::2')).status).toBe(429);
  expect((await view('2001:db8:0:8::2')).status).toBeLessThan(300);
});

test('reads and calls with a token are not counted', async () => {
  const { superAdmin } = await portal().makeCompany();
  for (let call = 0; call < 8; call += 1) {
    expect((await portal().call('/session')).status).toBe(200);
    const update = { method: 'PUT', as: superAdmin, body: {} };
    expect((await portal().call('/company/notifications', update)).status).not.toBe(429);
  }
});
