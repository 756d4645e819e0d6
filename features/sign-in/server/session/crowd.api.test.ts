import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { signUpForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();

test('people who are signed in are served while every connection for those who are not is taken', async () => {
  const { systemPool } = portal().database;
  const { superAdmin } = await portal().makeCompany();
  const taken = await Promise.all(Array.from({ length: systemPool.options.max }, () => systemPool.connect()));
  try {
    expect((await portal().call('/users', { as: superAdmin })).status).toBe(200);
  } finally {
    for (const client of taken) client.release();
  }
});

test('of any number of sign-ups at once, those beyond the limit of their network are refused and the portal goes on', async () => {
  const { superAdmin } = await portal().makeCompany();
  const signUps = Array.from({ length: 60 }, () => portal().call('/session/sign-up', { body: signUpForm() }));
  const users = await portal().call('/users', { as: superAdmin });
  const statuses = (await Promise.all(signUps)).map(({ status }) => status);
  expect(users.status).toBe(200);
  const served = statuses.filter((status) => status === 200);
  expect(served.length).toBeGreaterThan(0);
  expect(served.length).toBeLessThanOrEqual(30);
  // 503 where no connection was free within seconds: on a busy machine also of those within the limit.
  expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  expect(statuses).toContain(429);
});
