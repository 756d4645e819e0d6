import { beforeAll, expect, test } from 'vitest';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import type { Sql } from '#server/sql/sql.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';
import { lockUsers } from './users.repository.ts';

/* What was let in while its person had the right, and takes effect after the right, the session or the user has gone. */

const portal = useTestPortal();
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

const manage = (method: string, path: string, as: TestUser) => portal().call(`/users/${path}`, { as, method });

const changes = [
  {
    path: '/company/rights',
    method: 'PUT',
    body: { levels: { ...defaultRights, transcripts: { ...defaultRights.transcripts, User: 'own' } } },
  },
  { path: '/company/masking', method: 'PUT', body: { shown: ['email'], patterns: [] } },
  { path: '/intake/imports', method: 'POST', body: { fileName: 'logs.csv', bytes: 10 } },
];
type Answer = Promise<{ readonly status: number; readonly body: unknown }>;

/** Begins a call that is let in, and then waits for what an open transaction has locked. */
const beginBehind = async (tx: Sql, call: () => Answer) => {
  const begun = call();
  await expect
    .poll(
      () => runSql(tx, 'select 1 from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'),
      { timeout: 20_000 },
    )
    .toHaveLength(1);
  return { begun };
};
/** Takes right or session, and begins the call before that is committed. The product locks a user before it changes one. */
function beginDuring(companyId: string, { id }: TestUser, { sql, call }: { sql: string; call: () => Answer }) {
  const { database } = portal();
  const end = async (tx: Sql) => {
    await runSql(tx, sql, [id]);
    return beginBehind(tx, call);
  };
  if (sql === endSessions) return database.inSystem('memberships.find', end);
  return database.inCompany(companyId, async (tx) => {
    await lockUsers(tx, [id]);
    return end(tx);
  });
}
const noUser = { status: 403, body: { code: 'access.refused' } };
const noSession = { status: 401, body: { code: 'session.required' } };
const endSessions = 'delete from identity.sessions s using users u where s.account_id = u.account_id and u.id = $1';
const ends = [
  { end: 'was deactivated', sql: 'update users set deactivated_at = now() where id = $1', answer: noUser },
  { end: 'was demoted', sql: `update users set roles = '{User}' where id = $1`, answer: noUser },
  { end: 'signed out', sql: endSessions, answer: noSession },
];
test.each(changes.flatMap((change) => ends.map((end) => ({ ...change, ...end }))))(
  'a change that was let in before its person $end is not stored: $path',
  async ({ path, method, body, sql, answer }) => {
    const { id: companyId, superAdmin: other } = await portal().makeCompany();
    const person = await portal().makeUser(companyId, { roles: ['SuperAdmin'] });
    const read = async () => (await portal().call(path, { as: other })).body;
    const before = await read();
    const call = () => portal().call(path, { as: person, method, body });
    const { begun } = await beginDuring(companyId, person, { sql, call });
    expect(await begun).toMatchObject(answer);
    expect(await read()).toEqual(before);
  },
);

test('an operator who signed out changes no other company', async () => {
  const { id: companyId, superAdmin: reader } = await portal().makeCompany();
  const { superAdmin: operator } = await portal().makeCompany({ isProvider: true });
  const { begun } = await portal().database.inSystem('memberships.find', async (tx) => {
    await runSql(tx, endSessions, [operator.id]);
    const headers = { 'x-company': companyId };
    const body = { fileName: 'logs.csv', bytes: 10 };
    return beginBehind(tx, () => portal().call('/intake/imports', { as: operator, headers, body }));
  });
  expect(await begun).toMatchObject(noSession);
  expect((await portal().call('/intake/imports', { as: reader })).body).toEqual([]);
});

const operatorCalls = [
  { path: '/companies/:id/suspension', body: { reason: 'Unpaid' } },
  { path: '/companies/:id/deletion', body: { reason: 'Asked for', name: 'Kept Company' } },
  { path: '/companies/:id/approval', body: undefined },
  { path: '/operations/queues/mail.send/retry', body: undefined },
  { path: '/announcements', body: { kind: 'maintenance', title: 'Title', body: 'Body' } },
];
test.each(operatorCalls.flatMap((call) => ends.map((end) => ({ ...call, ...end }))))(
  'what an operator begins before they are out is not done, who $end: $path',
  async ({ path, body, sql, answer }) => {
    const { id, superAdmin: reader } = await portal().makeCompany({ name: 'Kept Company' });
    const { id: providerId } = await portal().makeCompany({ isProvider: true });
    const operator = await portal().makeUser(providerId, { roles: ['SuperAdmin'] });
    const call = () => portal().call(path.replace(':id', id), { as: operator, method: 'POST', body });
    const { begun } = await beginDuring(providerId, operator, { sql, call });
    expect(await begun).toMatchObject(answer);
    expect((await portal().call('/session/user', { as: reader })).body).toMatchObject({ suspension: null });
  },
);

test('a SuperAdmin who is demoted meanwhile does not get the role back by a form that still names it', async () => {
  const { id: companyId, superAdmin: other } = await portal().makeCompany();
  for (const { sql, answer } of ends) {
    const person = await portal().makeUser(companyId, { roles: ['SuperAdmin'] });
    const body = newUserForm({ email: person.email, roles: ['SuperAdmin'], lastName: 'Restored' });
    const call = () => portal().call(`/users/${person.id}`, { as: person, body });
    const { begun } = await beginDuring(companyId, person, { sql, call });
    expect(await begun).toMatchObject(answer);
    expect((await manage('GET', person.id, other)).body).not.toMatchObject({ lastName: 'Restored' });
  }
});

test.each([
  { path: '/session/sessions', method: 'DELETE', body: undefined },
  { path: '/session/two-factor/confirm', method: 'POST', body: { code: '000000' } },
])('a session that has ended meanwhile changes nothing of its account: $path', async ({ path, method, body }) => {
  const person = await portal().makeUser(superAdmin.companyId);
  const { begun } = await portal().database.inSystem('memberships.find', async (tx) => {
    await runSql(tx, endSessions, [person.id]);
    return beginBehind(tx, () => portal().call(path, { as: person, method, body }));
  });
  expect(await begun).toMatchObject(noSession);
});

test('an Admin who is demoted while a second factor is reset is demoted after it', async () => {
  const { id: companyId } = await portal().makeCompany();
  const [admin, person] = [
    await portal().makeUser(companyId, { roles: ['SuperAdmin'] }),
    await portal().makeUser(companyId),
  ];
  const { database } = portal();
  const setFactor = 'update identity.accounts set two_factor_enabled = true where id = $1';
  await database.inSystem('demo.seed', (tx) => runSql(tx, setFactor, [person.accountId]));
  const demote = () =>
    database.inCompany(companyId, async (tx) => {
      await runSql(tx, `set local lock_timeout = '500ms'`);
      await lockUsers(tx, [admin.id]);
      await runSql(tx, `update users set roles = '{User}' where id = $1`, [admin.id]);
    });
  const { begun } = await database.inSystem('users.lock', async (tx) => {
    await runSql(tx, setFactor, [person.accountId]);
    const waiting = await beginBehind(tx, () => manage('DELETE', `${person.id}/two-factor`, admin));
    await expect(demote()).rejects.toBeDefined();
    return waiting;
  });
  expect((await begun).status).toBe(200);
});
