import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createPausableWorkers } from '#server/outside/jobs/pausable-workers.ts';
import { noMetrics } from '#server/outside/metrics/metrics.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { listEndpoints } from '#server/testing/sweeps/endpoints.ts';
import { makeIntakeKey } from '#server/testing/sweeps/intake-senders.ts';
import {
  startTestPortal,
  testPassword,
  useTestPortal,
  type TestPortal,
  type TestUser,
} from '#server/testing/test-portal.ts';
import { createAdmission } from '#server/http/limits/admission.ts';
import { createMaintenanceWatch } from './maintenance-watch.service.ts';

const first = useTestPortal({ METRICS_PORT: '0' });
let second: TestPortal;
let stopSecond: () => Promise<void>;
let operator: TestUser;

beforeAll(async () => {
  ({ portal: second, stop: stopSecond } = await startTestPortal({}, { beside: first() }));
  operator = (await first().makeCompany({ isProvider: true })).superAdmin;
});
afterAll(() => stopSecond());
afterEach(() => end());

/** A look of the other portal, which takes one every two seconds. */
const look = () => second.adapters.maintenance.refresh();

const enable = (body: object) => first().call('/operations/maintenance', { as: operator, method: 'PUT', body });
async function end() {
  expect((await first().call('/operations/maintenance', { as: operator, method: 'DELETE' })).status).toBe(204);
  await look();
}

const words = 'The database moves to a larger server.';

test('all portals deny changes with the words of the operator, and reads and sign-in go on', async () => {
  const { superAdmin, id } = await first().makeCompany();
  const { secret } = await makeIntakeKey(first(), id, { name: 'assistant' });
  const enabled = await enable({ message: words, minutes: 30 });
  const until = new Date(first().clock.now().getTime() + 1_800_000).toISOString();
  expect(enabled).toMatchObject({ status: 200, body: { message: words, until } });
  await look();
  for (const portal of [first(), second]) {
    const change = { as: superAdmin, body: { name: 'A key' } };
    const report = { body: {}, headers: { authorization: `Bearer ${secret}` } };
    for (const refused of [
      await portal.call('/intake/keys', change),
      await portal.call('/intake/conversations', report),
      await portal.call('/authorize', { ...report, body: { skill: 'Leave', requestId: 'r-1' } }),
      await portal.call('/session/forgot-password', { body: { email: superAdmin.email } }),
    ]) {
      expect(refused).toMatchObject({
        status: 503,
        body: { code: 'service.maintenance', message: expect.stringContaining(`Reason: ${words}`) },
      });
      expect(refused.headers.get('retry-after')).toBe('60');
    }
    const credentials = { email: superAdmin.email, password: testPassword };
    const signedIn = await portal.call('/session/sign-in', { body: credentials });
    expect(signedIn.status).toBe(200);
    expect(await portal.fetchToken(await portal.signIn(superAdmin.email))).toMatch(/^ey/);
    const list = await portal.call('/users', { as: superAdmin });
    expect(list.status).toBe(200);
    expect(list.headers.get('x-maintenance')).toMatch(/^\d+$/);
    expect((await portal.call('/exports/users', { as: superAdmin, body: { format: 'csv' } })).status).toBe(200);
    expect((await portal.call('/maintenance')).body).toMatchObject({ maintenance: { message: words, until } });
    for (const path of ['health', 'ready']) {
      const answer = await fetch(`${portal.url}/api/${path}`);
      expect([answer.status, await answer.json()]).toMatchObject([200, { maintenance: true }]);
    }
  }
  const metrics = await (await fetch(`http://127.0.0.1:${first().metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/^steward_maintenance 1$/m);
  expect(metrics).toContain('steward_http_requests_total{operation="intakeCreateBatch",status="maintenance"} 1\n');
  expect(metrics).not.toContain('operation="intakeCreateBatch",status="503"');
  await end();
  for (const portal of [first(), second]) {
    expect((await portal.call('/maintenance')).headers.get('x-maintenance')).toBeNull();
    expect(await (await fetch(`${portal.url}/api/health`)).json()).not.toHaveProperty('maintenance');
  }
  expect((await second.call('/intake/keys', { as: superAdmin, body: { name: 'A key' } })).status).toBe(201);
});

test('what an assistant keeps and sends again arrives whole, and jobs rest until the end', async () => {
  const { id } = await first().makeCompany();
  const { secret } = await makeIntakeKey(first(), id, { name: 'assistant' });
  const names = Array.from({ length: 12 }, (_, place) => `kept-${place}`);
  const startedAt = first().clock.now().toISOString();
  let turn = 0;
  const report = async (name: string) => {
    const conversations = [{ id: name, date: startedAt, skill: 'Leave', status: 'Processing' }];
    const portal = [first(), second][(turn += 1) % 2] ?? first();
    return (
      await portal.call('/intake/conversations', {
        body: { conversations },
        headers: { authorization: `Bearer ${secret}` },
      })
    ).status;
  };
  const kept: string[] = [];
  for (const [place, name] of names.entries()) {
    if (place === 3) {
      await enable({});
      await look();
    }
    if ((await report(name)) !== 200) kept.push(name);
  }
  expect(kept).toHaveLength(9);
  const countMails = () =>
    first().database.inSystem('operations.get', async (tx) => {
      const [row] = await runSql<{ count: number }>(
        tx,
        `select count(*)::int4 as count from pgboss.job where name = 'mail.send'`,
      );
      return row?.count ?? 0;
    });
  // Written by the sign-in of a stranger's browser, not by a call of the API: a job that was queued before.
  await first().database.inSystem('demo.seed', (tx) =>
    runSql(tx, `insert into pgboss.job (name, data) values ('mail.send', $1)`, [
      { to: { address: `${randomUUID()}@test.example` }, subject: 'A', html: 'A', text: 'A' },
    ]),
  );
  expect(await countMails()).toBe(1);
  await end();
  for (const name of kept) expect(await report(name)).toBe(200);
  const stored = await first().database.inCompany(id, (tx) =>
    runSql<{ id: string }>(
      tx,
      'select external_id as id from conversations where company_id = $1 order by external_id',
      [id],
    ),
  );
  expect(stored.map((row) => row.id)).toEqual(names.toSorted());
  await expect.poll(countMails, { timeout: 30_000 }).toBe(0);
});

test('every endpoint is denied but those that read, sign in or out, and end it', async () => {
  await enable({});
  const answers = await Promise.all(
    listEndpoints().map(async ({ id, method, path }) => {
      const address = path.replaceAll(/\{[^}]+\}/g, randomUUID());
      const { body } = await first().call(address, { method });
      return { id, method, code: (body as { code?: string } | undefined)?.code };
    }),
  );
  const denied = answers.filter(({ code }) => code === 'service.maintenance');
  expect(denied.length).toBeGreaterThan(100);
  expect(denied.filter(({ method }) => method === 'GET')).toEqual([]);
  const goesOn = answers.filter(({ method, code }) => method !== 'GET' && code !== 'service.maintenance');
  const signsIn =
    /^(?:session(?:SignIn|ConfirmSignIn|ChooseCompany|CreateToken|SignOut|SignOutEverywhere))$|^singleSignOn/;
  const reads = /^(?:exportsList|live|analyticsList|maintenance|operationsRunChecks)|(?:Preview\w*|Find|Try)$/;
  expect(goesOn.map(({ id }) => id).filter((name) => !signsIn.test(name) && !reads.test(name))).toEqual([]);
});

test('a start finds it, begins with it, and the log of the provider has its begin, its words and its end', async () => {
  await enable({ message: words });
  await enable({ message: 'It takes longer.', minutes: 10 });
  const announced = (await first().call('/maintenance')).body;
  const changed = await enable({ message: 'It takes longer.' });
  expect({ maintenance: changed.body }).toEqual(announced);
  const { portal, stop } = await startTestPortal({}, { beside: first() });
  expect((await portal.call('/intake/keys', { as: operator, body: { name: 'A key' } })).body).toMatchObject({
    code: 'service.maintenance',
    message: expect.stringContaining('It takes longer.'),
  });
  await stop();
  await end();
  const { body } = await first().call('/audit?entity=maintenance', { as: operator });
  expect(body).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({ action: 'maintenance.disable' }),
      expect.objectContaining({
        action: 'maintenance.enable',
        before: expect.objectContaining({ message: words, until: null }),
        after: expect.objectContaining({ message: 'It takes longer.' }),
      }),
    ]),
  });
});

test('a look that began before a change does not undo it, and jobs that could not rest are asked again', async () => {
  const { database } = first();
  let answer = Promise.resolve();
  const actors = {
    ...database.actors,
    async find(...given: Parameters<typeof database.actors.find>) {
      const found = await database.actors.find(...given);
      await answer;
      return found;
    },
  } as typeof database.actors;
  const asked: boolean[] = [];
  const jobs = {
    async setPaused(isPaused: boolean) {
      asked.push(isPaused);
      if (asked.length === 2) throw new Error('the queue is away');
    },
  };
  const log = pino({ level: 'silent' });
  const watch = createMaintenanceWatch({ database: { actors }, jobs, metrics: noMetrics, log });
  const gate = Promise.withResolvers<void>();
  answer = gate.promise;
  const older = watch.refresh();
  await enable({});
  answer = Promise.resolve();
  const newer = watch.refresh();
  gate.resolve();
  await older;
  await expect(newer).rejects.toThrow('the queue is away');
  expect(watch.find()).toBeDefined();
  await watch.refresh();
  expect([asked, watch.find() !== undefined]).toEqual([[false, true, true], true]);
});

test('after a start a change waits for the first look, reads do not, and it is denied where that is not in time', async () => {
  const { database, clock } = first();
  const open = () => {
    const jobs = { setPaused: async () => undefined };
    const watch = createMaintenanceWatch({ database, jobs, metrics: noMetrics, log: pino({ level: 'silent' }) });
    const never = () => false;
    const pressure = { isOverloaded: never, isDiskFull: never, isDiskShort: never };
    return { watch, admit: createAdmission({ ...pressure, maintenance: watch, clock, metrics: noMetrics }) };
  };
  const { watch, admit } = open();
  await watch.waitUntilKnown(1);
  expect([watch.isKnown(), admit({}, 'GET'), admit({ goesOn: true }, 'POST')]).toEqual([false, undefined, undefined]);
  const waiting = admit({}, 'POST');
  await watch.refresh();
  await waiting;
  expect(admit({}, 'POST')).toBeUndefined();
  await enable({});
  const started = open();
  await Promise.all([
    expect(started.admit({}, 'POST')).rejects.toMatchObject({ code: 'service.maintenance' }),
    started.watch.refresh(),
  ]);
});

test('workers that could not rest are asked again, and those that rest are not', async () => {
  const { add, setPaused } = createPausableWorkers();
  const done: string[] = [];
  let fails = true;
  const toWorker = (name: string) => ({
    begin: async () => void done.push(`${name} begins`),
    async end() {
      if (name === 'b' && fails) throw new Error('the queue is away');
      done.push(`${name} ends`);
    },
  });
  for (const name of ['a', 'b']) await add(toWorker(name));
  await expect(setPaused(true)).rejects.toThrow('the queue is away');
  fails = false;
  for (const isPaused of [true, true, false]) await setPaused(isPaused);
  expect(done).toEqual(['a begins', 'b begins', 'a ends', 'b ends', 'a begins', 'b begins']);
});

test('customers cannot begin or end it, and bad values are named', async () => {
  const { superAdmin } = await first().makeCompany();
  for (const method of ['PUT', 'DELETE'])
    expect(
      (await first().call('/operations/maintenance', { as: superAdmin, method, ...(method === 'PUT' && { body: {} }) }))
        .status,
    ).toBe(403);
  const wrong = await enable({ message: 'x'.repeat(301), minutes: 0 });
  expect(wrong).toMatchObject({ status: 422, body: { fields: [{ path: 'message' }, { path: 'minutes' }] } });
});
