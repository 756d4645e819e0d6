import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { User } from '#features/people/contract/users.ts';
import { buildUser } from '#server/database/testing/builders.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();
const repeats = 50;
let superAdmin: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
});

const countUsers = async (email: string) => {
  const { body } = await portal().call(`/users?stringValue=${email}`, { as: superAdmin });
  return (body as User[]).length;
};

test('fifty parallel creations with one idempotency key make one user and give one answer', async () => {
  const body = newUserForm();
  const headers = { 'idempotency-key': randomUUID() };
  const answers = await Promise.all(
    Array.from({ length: repeats }, () => portal().call('/users', { as: superAdmin, body, headers })),
  );
  expect(new Set(answers.map((answer) => `${answer.status} ${JSON.stringify(answer.body)}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(await countUsers(body.email)).toBe(1);
});

test('one key with another body is refused, and counts in its own company alone', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  await portal().call('/users', { as: superAdmin, body: newUserForm(), headers });
  const reused = await portal().call('/users', { as: superAdmin, body: newUserForm(), headers });
  expect(reused).toMatchObject({ status: 409, body: { code: 'request.key-reused' } });
  const { superAdmin: stranger } = await portal().makeCompany();
  expect((await portal().call('/users', { as: stranger, body: newUserForm(), headers })).status).toBe(201);
});

test('of fifty parallel creations of one address one succeeds and the others say that it is taken', async () => {
  const body = newUserForm();
  const answers = await Promise.all(
    Array.from({ length: repeats }, () => portal().call('/users', { as: superAdmin, body })),
  );
  const refused = answers.filter(({ status }) => status === 409);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(refused).toHaveLength(repeats - 1);
  for (const { body: problem } of refused) {
    const message = 'A user with this e-mail address already exists.';
    expect(problem).toMatchObject({ code: 'users.email-taken', message, errorMessage: message });
  }
  expect(await countUsers(body.email)).toBe(1);
});

test('an address in other letters is taken too, also for an update', async () => {
  const body = newUserForm({ email: superAdmin.email.toUpperCase() });
  const taken = { status: 409, body: { code: 'users.email-taken' } };
  expect(await portal().call('/users', { as: superAdmin, body })).toMatchObject(taken);
  const { id } = await buildUser(portal().database, superAdmin.companyId);
  expect(await portal().call(`/users/${id}`, { as: superAdmin, body })).toMatchObject(taken);
});
