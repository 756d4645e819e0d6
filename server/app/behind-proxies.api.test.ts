import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Dashboard } from '#features/dashboard/contract/live.ts';
import { watch } from '#domain/live/testing/watch-events.ts';
import { hasProgram } from '../../harness/programs.ts';
import { callApi, type ApiCall } from '../testing/api-client.ts';
import { proxies, startProxy, type ProxyName, type RunningProxy } from '../testing/proxies.ts';
import { makeIntakeKey } from '../testing/sweeps/intake-senders.ts';
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts';

/** The files of `deploy/proxies`, each before the same two portals. A proxy that is not installed is skipped. */
const names = Object.keys(proxies) as ProxyName[];
const installed = names.filter((name) => hasProgram(proxies[name].program));
const settings = { TRUST_PROXY: '1', RATE_LIMIT_PER_MINUTE: '40' };
const authorities = getCACertificates('default');
const running = new Map<ProxyName, RunningProxy>();
const stops: Array<() => Promise<void>> = [];
let one: TestPortal;
let other: TestPortal;

beforeAll(async () => {
  const first = await startTestPortal(settings);
  stops.push(first.stop);
  // The other one leaves as the portals of compose.yaml do.
  const second = await startTestPortal({ ...settings, DRAIN_SECONDS: '5' }, { beside: first.portal });
  stops.unshift(second.stop);
  [one, other] = [first.portal, second.portal];
  for (const name of installed) {
    const proxy = await startProxy(name, [one.url, other.url]);
    running.set(name, proxy);
    stops.unshift(proxy.stop);
  }
  setDefaultCACertificates([...authorities, ...[...running.values()].map(({ cert }) => cert)]);
  await Promise.all(installed.map((name) => vi.waitFor(() => expectInRow(name, '/ready', 200), 20_000)));
});
afterAll(async () => {
  setDefaultCACertificates(authorities);
  for (const stop of stops) await stop();
});

const urlOf = (name: ProxyName): string => running.get(name)?.url ?? '';
const callAt = (name: ProxyName, path: string, call?: ApiCall) => callApi(urlOf(name), path, call);

/** Twenty answers one after the other, of which each portal gives some. */
async function expectInRow(name: ProxyName, path: string, status: number): Promise<void> {
  for (let call = 0; call < 20; call += 1) expect((await callAt(name, path)).status).toBe(status);
}

/** The status of a call from an address of this machine, with an address that the client made up. */
async function viewFrom(localAddress: string, name: ProxyName, forged: string): Promise<number | undefined> {
  const url = new URL('/api/page-views', urlOf(name));
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': forged };
  const send = url.protocol === 'https:' ? https.request : http.request;
  const request = send(url, { method: 'POST', headers, localAddress, agent: false });
  request.end(JSON.stringify({ path: '/users/$id' }));
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

const range = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T23:59:59.999Z' };
const events = `/analytics/events?${new URLSearchParams(range)}`;

/** A report of one conversation, and blanks up to this many bytes. */
const reportOf = (id: string, bytes = 0): string =>
  JSON.stringify({ conversations: [{ id, date: '2026-11-05T10:00:00Z', status: 'Completed' }] }).padEnd(bytes);

test('what comes in pieces asks proxies not to keep it', async () => {
  const { superAdmin } = await one.makeCompany();
  const { response, close } = await watch<Dashboard>(one, events, superAdmin);
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  await close();
  const download = await one.call('/audit/export', { as: superAdmin });
  expect([download.status, download.headers.get('x-accel-buffering')]).toEqual([200, 'no']);
});

describe.each(names)('behind %s', (name) => {
  const runs = installed.includes(name);

  test.runIf(runs)('live updates come as they happen, and a report of 8 MiB passes', async () => {
    const { id, superAdmin } = await one.makeCompany();
    const { secret } = await makeIntakeKey(one, id, { name: 'Bot' });
    const { values, close } = await watch<Dashboard>({ ...one, url: urlOf(name) }, events, superAdmin);
    await vi.waitFor(() => expect(values.at(-1)?.stats.conversations).toBe(0), 10_000);
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    const body = reportOf('one', 8 * 1024 * 1024);
    expect(await callAt(name, '/intake/conversations', { headers, body })).toMatchObject({ status: 200 });
    await vi.waitFor(() => expect(values.at(-1)?.stats.conversations).toBe(1), 10_000);
    await close();
  });

  test.runIf(runs)('limits count by the address of the client, whatever address it sends', async () => {
    const [client, neighbour] = [`127.7.${names.indexOf(name)}.1`, `127.7.${names.indexOf(name)}.2`];
    for (let call = 0; call < 40; call += 1)
      expect(await viewFrom(client, name, `203.0.113.${call}`)).toBeLessThan(300);
    await vi.waitFor(async () => expect(await viewFrom(client, name, '198.51.100.1')).toBe(429), 8000);
    expect(await viewFrom(neighbour, name, client)).toBeLessThan(300);
  });
});

/** Calls without a pause until `until` is over; the number of answers, and what was no 200. */
async function callUntil(name: ProxyName, until: Promise<void>, headers: Record<string, Record<string, string>>) {
  const faults: unknown[] = [];
  let isOver = false;
  let answers = 0;
  const over = until.finally(() => (isOver = true));
  const send = async (call: number) =>
    call % 2 === 0
      ? callAt(name, '/session/user', { headers: headers['user'] ?? {} })
      : callAt(name, '/intake/conversations', {
          headers: headers['key'] ?? {},
          body: reportOf(`${name}-${call % 50}`),
        });
  while (!isOver) {
    const status = await send(answers).then((answer) => answer.status, String);
    answers += 1;
    if (status !== 200) faults.push(status);
  }
  await over;
  return { name, faults, answers };
}

test('a portal answers where none is ready, one that is ready is used alone, and none of the calls fails while one stops', async () => {
  const { id, superAdmin } = await one.makeCompany();
  const { secret } = await makeIntakeKey(one, id, { name: 'Bot' });
  const headers = {
    user: { authorization: `Bearer ${superAdmin.token}` },
    key: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
  };
  const inAll = (check: (name: ProxyName) => Promise<void>) =>
    Promise.all(installed.map((name) => vi.waitFor(() => check(name), 20_000)));

  [one.measures.isStopping, other.measures.isStopping] = [true, true];
  await inAll((name) => expectInRow(name, '/ready', 503));
  const noticed = Date.now() + 3000;
  await inAll(async (name) => {
    // Before and after the proxy notices it, which HAProxy does after two seconds: no call waits for a portal that is ready.
    do await expectInRow(name, '/health', 200);
    while (Date.now() < noticed);
  });
  other.measures.isStopping = false;
  await inAll((name) => expectInRow(name, '/ready', 200));
  one.measures.isStopping = false;
  await inAll((name) => expectInRow(name, '/ready', 200));

  const stop = stops.splice(stops.length - 2, 1)[0];
  const stopped = stop?.() ?? Promise.reject(new Error('The other portal is not started.'));
  const results = await Promise.all(installed.map((name) => callUntil(name, stopped, headers)));
  expect(results.filter(({ faults }) => faults.length > 0)).toEqual([]);
  for (const { answers } of results) expect(answers).toBeGreaterThan(20);
  await inAll((name) => expectInRow(name, '/ready', 200));
});
