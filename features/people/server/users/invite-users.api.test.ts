import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { User } from '#features/people/contract/users.ts';
import { readMails } from '#server/testing/caught-mail.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

const invite = (users: unknown[], key: string = randomUUID()) =>
  portal().call('/users/invitations', { as: superAdmin, body: { users }, headers: { 'idempotency-key': key } });
const resultsOf = (body: unknown) => (body as { results: { result: string }[] }).results.map(({ result }) => result);

test('each row has its own result, and a repeated call invites none twice', async () => {
  const bare = newUserForm({ sapId: undefined });
  const rows = [
    bare,
    newUserForm({ email: superAdmin.email }),
    newUserForm({ roles: ['TechnicalUser'] }),
    newUserForm(),
  ];
  const key = randomUUID();
  const first = await invite(rows, key);
  expect({ status: first.status, results: resultsOf(first.body) }).toEqual({
    status: 200,
    results: ['invited', 'exists', 'refused', 'invited'],
  });
  expect((await invite(rows, key)).body).toEqual(first.body);
  expect(resultsOf((await invite(rows)).body)).toEqual(['exists', 'exists', 'refused', 'exists']);
  await expect.poll(async () => (await readMails(portal(), bare.email)).length).toBe(1);
  const { body } = await portal().call('/users', { as: superAdmin });
  expect((body as User[]).filter(({ email }) => email === bare.email)).toMatchObject([{ sapId: null }]);
});

test('rows above the hourly share wait, and are invited by the next call', async () => {
  await portal().database.systemPool.query(
    `insert into identity.attempts (scope, key, failures, last_at, is_allowed) values ('user-mail', $1, 19, $2, true)
      on conflict (scope, key) do update set failures = 19`,
    [superAdmin.companyId, portal().clock.now()],
  );
  const rows = [newUserForm(), newUserForm(), newUserForm()];
  const { body } = await invite(rows);
  expect(resultsOf(body)).toEqual(['invited', 'waiting', 'waiting']);
  expect((body as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(3000);
  await portal().database.systemPool.query(`delete from identity.attempts where scope = 'user-mail'`);
  expect(resultsOf((await invite(rows)).body)).toEqual(['exists', 'invited', 'invited']);
});

test('a row without an address, and more rows than one call takes, are refused with their field', async () => {
  const { status, body } = await invite([newUserForm(), newUserForm({ email: 'nobody' })]);
  expect({ status, body }).toMatchObject({ status: 422, body: { fields: [{ path: 'users.1.email' }] } });
  expect((await invite(Array.from({ length: 21 }, () => newUserForm()))).status).toBe(422);
});
