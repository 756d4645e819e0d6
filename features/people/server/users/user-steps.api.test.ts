import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { defaultRights } from '#features/people/contract/role-rights.ts';
import type { StepAnswer } from '#features/people/contract/user-step-endpoints.ts';
import type { User } from '#features/people/contract/users.ts';
import { buildUser } from '#server/database/testing/builders.ts';
import { readMails } from '#server/testing/caught-mail.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();
let companyId: string;
let superAdmin: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  ({ id: companyId, superAdmin } = await portal().makeCompany());
  ({ superAdmin: stranger } = await portal().makeCompany());
});

type Step = 'roles' | 'deactivations' | 'reactivations' | 'invitations/mails';

const send = (step: Step, body: object, as = superAdmin, headers: Record<string, string> = {}) =>
  portal().call(`/users/${step}`, { as, body, headers });

async function take(step: Step, users: readonly { readonly id: string }[], more: object = {}, as = superAdmin) {
  const { status, body } = await send(step, { users: users.map(({ id }) => id), ...more }, as);
  expect(status).toBe(200);
  return (body as StepAnswer).results.map(({ result }) => result);
}

const get = async ({ id }: { readonly id: string }) =>
  (await portal().call(`/users/${id}`, { as: superAdmin })).body as User;

async function listActions(id: string) {
  const { body } = await portal().call(`/audit?entityId=${id}`, { as: superAdmin });
  return (body as { entries: { action: string; after: unknown }[] }).entries;
}

const build = (values: Parameters<typeof buildUser>[2] = {}) => buildUser(portal().database, companyId, values);

async function invite() {
  const form = newUserForm();
  const { body } = await portal().call('/users', { as: superAdmin, body: form });
  return { ...(body as { id: string }), email: form.email };
}

test('a role replaces the roles of all users it is given to, each with an entry, and a second call changes nothing', async () => {
  const [one, two] = [await build({ roles: ['User'] }), await build({ roles: ['User', 'TechnicalUser'] })];
  const admin = await build({ roles: ['Admin'] });
  const chosen = [one, two, admin, superAdmin, stranger, { id: randomUUID() }];
  const expected = ['done', 'not-grantable', 'unchanged', 'own', 'gone', 'gone'];
  expect(await take('roles', chosen, { role: 'Admin' })).toEqual(expected);
  expect(await take('roles', chosen, { role: 'Admin' })).toEqual(['unchanged', ...expected.slice(1)]);
  expect(await get(one)).toMatchObject({ roles: ['Admin'], version: 2 });
  expect(await get(two)).toMatchObject({ roles: expect.arrayContaining(['User', 'TechnicalUser']), version: 1 });
  expect(await listActions(one.id)).toMatchObject([{ action: 'users.update', after: { roles: ['Admin'] } }]);
  expect((await portal().call('/users', { as: stranger })).body).toMatchObject([{ roles: ['SuperAdmin'] }]);
});

test('a form that was opened before a role was given does not take it back', async () => {
  const user = await build({ roles: ['User'] });
  await take('roles', [user], { role: 'Admin' });
  const body = { ...newUserForm({ email: user.email }), version: 1 };
  expect(await portal().call(`/users/${user.id}`, { as: superAdmin, body })).toMatchObject({
    status: 409,
    body: { code: 'record.stale' },
  });
});

test('deactivated users are out at once, and come back; those in that state and oneself are left and said', async () => {
  const [one, two] = [await portal().makeUser(companyId), await portal().makeUser(companyId)];
  const gone = await build();
  await take('deactivations', [gone]);
  expect(await take('deactivations', [one, two, gone, superAdmin])).toEqual(['done', 'done', 'unchanged', 'own']);
  for (const person of [one, two]) {
    expect((await portal().call('/session/user', { as: person })).status).toBe(401);
  }
  expect(await take('deactivations', [one, two])).toEqual(['unchanged', 'unchanged']);
  expect(await take('reactivations', [one, superAdmin])).toEqual(['done', 'unchanged']);
  // Sessions of before stay closed.
  expect((await portal().call('/session/user', { as: one })).status).toBe(401);
  expect((await get(two)).access?.state).toBe('Deactivated');
  const actions = (await listActions(one.id)).map(({ action }) => action);
  expect(actions).toEqual(['users.reactivate', 'users.deactivate']);
});

test('invitations are sent again to those who have not come, once for each key', async () => {
  const [one, two] = [await invite(), await invite()];
  const left = await build();
  await take('deactivations', [left]);
  const body = { users: [one.id, superAdmin.id, left.id, two.id, stranger.id] };
  const headers = { 'idempotency-key': randomUUID() };
  const answers = [
    await send('invitations/mails', body, superAdmin, headers),
    await send('invitations/mails', body, superAdmin, headers),
  ];
  for (const answer of answers) {
    const { results } = answer.body as StepAnswer;
    expect(results.map(({ result }) => result)).toEqual(['done', 'signed-in', 'deactivated', 'done', 'gone']);
  }
  for (const { email, id } of [one, two]) {
    await expect.poll(async () => (await readMails(portal(), email)).length).toBe(2);
    expect((await listActions(id)).map(({ action }) => action)).toEqual(['users.send-invitation', 'users.create']);
  }
});

test('invitations beyond the share of the hour wait, and say for how long', async () => {
  const company = await portal().makeCompany();
  const built = await Promise.all(Array.from({ length: 40 }, () => buildUser(portal().database, company.id, {})));
  const sendTo = async (users: readonly { id: string }[]) =>
    (await send('invitations/mails', { users: users.map(({ id }) => id) }, company.superAdmin)).body as StepAnswer;
  const answers = [await sendTo(built.slice(0, 20)), await sendTo(built.slice(20))];
  const results = answers.flatMap((answer) => answer.results.map(({ result }) => result));
  expect(results).toHaveLength(40);
  const sent = results.filter((result) => result === 'done').length;
  expect(sent).toBeGreaterThan(0);
  expect(results.slice(sent).every((result) => result === 'waiting')).toBe(true);
  expect(answers[1]?.retryAfterSeconds).toBeGreaterThan(0);
});

test('a company keeps a SuperAdmin, and the others of the list are changed all the same', async () => {
  const { superAdmin: operator } = await portal().makeCompany({ isProvider: true });
  const customer = await portal().makeCompany();
  const second = await portal().makeUser(customer.id, { roles: ['SuperAdmin'] });
  const user = await portal().makeUser(customer.id);
  const headers = { 'x-company': customer.id };
  const all = [customer.superAdmin.id, second.id, user.id];
  const ask = async (step: Step, body: object) =>
    ((await send(step, body, operator, headers)).body as StepAnswer).results.map(({ result }) => result);
  expect(await ask('roles', { users: all, role: 'User' })).toEqual([
    'last-super-admin',
    'last-super-admin',
    'unchanged',
  ]);
  expect(await ask('deactivations', { users: all })).toEqual(['last-super-admin', 'last-super-admin', 'done']);
  expect(await ask('deactivations', { users: all.slice(1) })).toEqual(['done', 'unchanged']);
  expect(await ask('deactivations', { users: all })).toEqual(['last-super-admin', 'unchanged', 'unchanged']);
});

test('of two SuperAdmins who demote each other at once one stays', async () => {
  const { id, superAdmin: first } = await portal().makeCompany();
  const second = await portal().makeUser(id, { roles: ['SuperAdmin'] });
  const answers = await Promise.all([
    send('roles', { users: [second.id], role: 'User' }, first),
    send('roles', { users: [first.id], role: 'User' }, second),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const roles = await portal().database.inCompany(id, (tx) =>
    runSql(tx, `select id from users where company_id = $1 and roles @> array['SuperAdmin']`, [id]),
  );
  expect(roles).toHaveLength(1);
});

test('who does not manage users takes no step, and who manages less than a SuperAdmin touches none', async () => {
  const user = await portal().makeUser(companyId);
  for (const step of ['roles', 'deactivations', 'reactivations', 'invitations/mails'] as const) {
    const body = { users: [user.id], ...(step === 'roles' && { role: 'Admin' }) };
    expect((await send(step, body, user)).status).toBe(403);
  }
  const company = await portal().makeCompany();
  const admin = await portal().makeUser(company.id, { roles: ['Admin'] });
  const levels = { ...defaultRights, people: { ...defaultRights.people, Admin: 'change' } };
  const saved = { as: company.superAdmin, method: 'PUT', body: { levels } };
  expect((await portal().call('/company/rights', saved)).status).toBe(200);
  const one = await buildUser(portal().database, company.id, { roles: ['User'] });
  const chosen = [company.superAdmin, one, admin];
  expect(await take('deactivations', chosen, {}, admin)).toEqual(['above', 'done', 'own']);
  expect(await take('roles', chosen, { role: 'SuperAdmin' }, admin)).toEqual(['above', 'not-grantable', 'own']);
});

test('a step takes at most 1,000 users, and 20 invitations', async () => {
  const users = Array.from({ length: 1001 }, () => randomUUID());
  expect((await send('deactivations', { users })).status).toBe(422);
  expect((await send('deactivations', { users: users.slice(1) })).status).toBe(200);
  expect((await send('invitations/mails', { users: users.slice(0, 21) })).status).toBe(422);
  expect((await send('deactivations', { users: [] })).status).toBe(422);
});
