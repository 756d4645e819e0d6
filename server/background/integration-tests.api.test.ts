import pino from 'pino';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '#features/protection/contract/audit.ts';
import type { Integration } from '#features/integrations/contract/integrations.ts';
import { sapForm } from '#features/integrations/server/testing/integration-forms.ts';
import { runDueTests } from '#features/integrations/server/scheduled-tests.service.ts';
import type { ConnectionTarget, StepOutcome } from '../outside/assistants/assistants.ts';
import { waitForMail } from '../testing/caught-mail.ts';
import { useNotificationSubscribers, type SubscribedTestCompany } from '../testing/notification-subscribers.ts';
import { useTestPortal, type TestUser } from '../testing/test-portal.ts';

const portal = useTestPortal();
const { run, setClock, makeCompany, listHistory, check } = useNotificationSubscribers(portal);
const minuteMs = 60_000;
const works: StepOutcome[] = [{ step: 'address', outcome: 'passed', message: 'Address allowed' }];
const fails: StepOutcome[] = [{ step: 'reach', outcome: 'failed', message: 'The address could not be reached.' }];

let company: SubscribedTestCompany;
let superAdmin: TestUser;
/** Targets that were tested, and the answer of each test. */
let tested: ConnectionTarget[] = [];
let answer = works;

beforeAll(async () => {
  setClock('2031-11-04T10:00:00Z');
  company = await makeCompany('maintenance');
  superAdmin = await portal().makeUser(company.id, { roles: ['SuperAdmin'] });
});
beforeEach(async () => {
  await run(company.id, 'update integrations set status = false');
  tested = [];
  answer = works;
});

function runTests(): Promise<number> {
  const { database, clock, adapters } = portal();
  return runDueTests({
    database,
    clock,
    secretBox: adapters.secretBox,
    log: pino({ level: 'silent' }),
    testConnection: async (target) => {
      tested.push(target);
      return answer;
    },
  });
}

/** With a new token, because the clock moves on for hours. */
const call = async (path: string, options: { method?: string; body?: unknown } = {}) =>
  portal().call(path, { as: { ...superAdmin, token: await portal().fetchToken(superAdmin.cookie) }, ...options });
const callIntegrations = (path: string, options: { method?: string; body?: unknown } = {}) =>
  call(`/integrations${path}`, options);
const add = async (values = {}) => (await callIntegrations('', { body: sapForm(values) })).body as Integration;
const readHealth = async (id: string) => ((await callIntegrations(`/${id}`)).body as Integration).health;
/** Runs the tests after these minutes. */
async function after(minutes: number): Promise<number> {
  portal().clock.advance(minutes * minuteMs);
  return runTests();
}
const listNewSubjects = async () => {
  const before = (await listHistory(company)).length;
  await check(company);
  return (await listHistory(company)).slice(before).map(({ subject }) => subject);
};

test('Active integrations are tested once an hour with their stored password, Disabled ones never', async () => {
  const { id } = await add();
  await add({ status: false });
  expect((await readHealth(id)).state).toBe('neverTested');
  expect(await runTests()).toBe(1);
  expect(tested).toMatchObject([{ hostname: 'gateway.acme.example', password: 'Typed-once-8' }]);
  const at = portal().clock.now().toISOString();
  expect(await readHealth(id)).toEqual({
    state: 'working',
    lastSuccessAt: at,
    failingSince: null,
    failedStep: null,
    failure: null,
  });
  expect([await after(59), await after(1)]).toEqual([0, 1]);
});

test('two portals at the same time test different integrations', async () => {
  for (let count = 0; count < 5; count += 1) await add();
  const counts = await Promise.all([runTests(), runTests()]);
  expect(counts[0] + counts[1]).toBe(5);
  expect(tested).toHaveLength(5);
});

test('a break is mailed once to those who get maintenance mails, and so is the recovery', async () => {
  const { id, name } = await add({ serviceName: 'Payroll' });
  answer = fails;
  await runTests();
  expect(await readHealth(id)).toMatchObject({ state: 'degraded', failedStep: 'reach' });
  expect([await after(8), await listNewSubjects()]).toEqual([1, []]);
  expect([await after(8), (await readHealth(id)).state]).toEqual([1, 'broken']);
  const subjects = await listNewSubjects();
  expect(new Set(subjects)).toEqual(new Set([expect.stringMatching(/^Payroll at Company \w+ is not working$/)]));
  const mail = await waitForMail(portal(), company.emails[0] ?? '', /^Payroll at .* is not working$/);
  expect(mail.text).toContain('The last test reported: The address could not be reached.');
  expect(mail.text).toContain('have failed since 4 November 2031');
  expect([await after(30), await listNewSubjects()]).toEqual([1, []]);
  answer = works;
  expect([await after(30), (await readHealth(id)).state]).toEqual([1, 'working']);
  expect(new Set(await listNewSubjects())).toEqual(new Set([expect.stringMatching(/^Payroll at .* works again$/)]));
  expect([await after(60), await listNewSubjects()]).toEqual([1, []]);
  const { body } = await call(`/audit?entity=integration&entityId=${id}`);
  expect((body as { entries: AuditEntry[] }).entries.map(({ action }) => action)).toEqual([
    'integrations.recover',
    'integrations.break',
    'integrations.create',
  ]);
  expect(name).toBe('Payroll');
});

test('a changed connection is tested anew, and a password that cannot be read is a failure', async () => {
  const stored = await add();
  await runTests();
  await callIntegrations(`/${stored.id}`, { method: 'PUT', body: { ...stored, password: 'Another-1' } });
  expect(await readHealth(stored.id)).toMatchObject({ state: 'neverTested', lastSuccessAt: null });
  expect(await runTests()).toBe(1);
  expect(tested.at(-1)).toMatchObject({ password: 'Another-1' });
  await run(company.id, `update integrations set password = 'broken', next_test_at = null where id = $1`, [stored.id]);
  await runTests();
  expect(await readHealth(stored.id)).toMatchObject({
    state: 'degraded',
    failure: 'The stored password can no longer be read. Please enter it again.',
  });
});

test('the integrations of a suspended company are not tested', async () => {
  await add();
  await portal().database.systemPool.query(
    `update companies set suspended_from = $1, suspension_reason = 'Overdue.' where id = $2`,
    [portal().clock.now(), company.id],
  );
  expect(await runTests()).toBe(0);
});
