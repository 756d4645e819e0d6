import { afterEach, expect, test } from 'vitest';
import { makeIntakeKey } from '../../testing/sweeps/intake-senders.ts';
import { testPassword, useTestPortal } from '../../testing/test-portal.ts';

const portal = useTestPortal({ METRICS_PORT: '0', MAX_LOOP_DELAY_MS: '400', DISK_RESERVE_MIB: '10' });
const mebibyte = 1024 * 1024;

/** Lets this many seconds pass with such a delay of the event loop. */
function pass(seconds: number, loopDelayMs: number): void {
  portal().measures.loopDelayMs = loopDelayMs;
  for (let second = 0; second < seconds; second += 1) portal().adapters.loopWatch.sample();
}

async function setFree(mebibytes: number): Promise<void> {
  portal().measures.freeBytes = mebibytes * mebibyte;
  await portal().adapters.diskWatch.sample();
}

afterEach(async () => {
  pass(3, 0);
  await setFree(Infinity);
});

async function openWorld() {
  const { id, superAdmin } = await portal().makeCompany();
  const { secret } = await makeIntakeKey(portal(), id, { name: 'watched' });
  const authorization = { authorization: `Bearer ${secret}` };
  const post = (path: string, body: unknown, type = 'application/json') =>
    portal().call(path, { body, headers: { ...authorization, 'content-type': type } });
  return { superAdmin, post };
}

test('while the loop is late, what can wait is refused, and all else is answered', async () => {
  const { superAdmin, post } = await openWorld();
  const view = () => portal().call('/page-views', { body: { path: '/users/$id' } });
  const logo = () => portal().call('/company/logo', { as: superAdmin, method: 'PUT', body: new Uint8Array([1]) });
  pass(2, 401);
  for (const send of [() => post('/intake/conversations', {}), () => post('/otlp/v1/traces', {}), view, logo]) {
    const refused = await send();
    expect(refused).toMatchObject({ status: 503, body: { code: 'service.overloaded' } });
    expect(refused.headers.get('retry-after')).toBe('5');
  }
  // Without a key too, because nothing is looked up.
  expect((await portal().call('/intake/files', { body: 'x' })).status).toBe(503);

  const credentials = { email: superAdmin.email, password: testPassword };
  expect((await portal().call('/session/sign-in', { body: credentials })).status).toBe(200);
  expect((await portal().call('/users', { as: superAdmin })).status).toBe(200);
  expect((await post('/authorize', { skill: 'Leave', requestId: 'r-1' })).status).toBe(200);
  for (const path of ['health', 'ready']) expect((await fetch(`${portal().url}/api/${path}`)).status).toBe(200);

  pass(3, 200);
  expect((await post('/intake/conversations', {})).status).toBe(200);
  expect((await view()).status).toBe(204);
});

test('metrics show the state, and the refused calls by kind', async () => {
  const { post } = await openWorld();
  const scrape = async () => (await fetch(`http://127.0.0.1:${portal().metricsPort}/metrics`)).text();
  const readCount = async () =>
    Number(/steward_shed_calls_total\{kind="intake",reason="loop"\} (\d+)/.exec(await scrape())?.[1] ?? 0);
  const before = await readCount();
  pass(2, 900);
  await post('/intake/conversations', {});
  expect([(await readCount()) - before, await scrape()]).toEqual([
    1,
    expect.stringContaining('steward_under_pressure{reason="loop"} 1'),
  ]);
  pass(3, 0);
  expect(await scrape()).toContain('steward_under_pressure{reason="loop"} 0');
});

test('uploads leave the rest of a disk that is nearly full to reports', async () => {
  const { superAdmin, post } = await openWorld();
  await setFree(19);
  for (const [method, path] of [
    ['PUT', '/company/logo'],
    ['POST', '/skills/store/screenshots'],
    ['PUT', `/skills/store/${superAdmin.id}/transport`],
    ['POST', '/intake/files'],
  ] as const) {
    const call = { as: superAdmin, method, body: new Uint8Array([1]) };
    expect({ path, ...(await portal().call(path, call)) }).toMatchObject({
      path,
      status: 503,
      body: { code: 'service.disk-full' },
    });
  }
  expect((await post('/intake/conversations', {})).status).toBe(200);
  await setFree(20);
  expect(
    (await portal().call('/company/logo', { as: superAdmin, method: 'PUT', body: new Uint8Array([1]) })).status,
  ).toBe(422);
});

test('on a full disk reports and uploads are refused, and the reserve carries the rest, until there is room', async () => {
  const { superAdmin, post } = await openWorld();
  await setFree(50);
  expect(portal().measures.isReserved).toBe(true);
  await setFree(9);
  expect(portal().measures.isReserved).toBe(false);
  const logo = { as: superAdmin, method: 'PUT', body: new Uint8Array([1]) };
  for (const refused of [await post('/intake/conversations', {}), await portal().call('/company/logo', logo)]) {
    expect(refused).toMatchObject({ status: 503, body: { code: 'service.disk-full' } });
    expect(refused.headers.get('retry-after')).toBe('30');
  }
  const credentials = { email: superAdmin.email, password: testPassword };
  expect((await portal().call('/session/sign-in', { body: credentials })).status).toBe(200);
  expect((await portal().call('/users', { as: superAdmin })).status).toBe(200);
  expect((await post('/authorize', { skill: 'Leave', requestId: 'r-1' })).status).toBe(200);
  const metrics = await (await fetch(`http://127.0.0.1:${portal().metricsPort}/metrics`)).text();
  expect(metrics).toContain('steward_under_pressure{reason="disk"} 1');
  expect(metrics).toContain('steward_shed_calls_total{kind="intake",reason="disk"} 1');
  // Enough for the calls, not for the reserve beside them.
  await setFree(20);
  expect((await post('/intake/conversations', {})).status).toBe(503);
  await setFree(23);
  expect(portal().measures.isReserved).toBe(true);
  expect((await post('/intake/conversations', {})).status).toBe(200);
});

test('a full disk that is not seen from here is believed for half a minute', async () => {
  const { post } = await openWorld();
  await portal().adapters.diskWatch.reportFull();
  expect(await post('/intake/conversations', {})).toMatchObject({ body: { code: 'service.disk-full' } });
  portal().clock.advance(30_000);
  expect((await post('/intake/conversations', {})).status).toBe(200);
});
