import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();
const minuteMs = 60_000;

const age = (id: string, days: number) =>
  portal().database.systemPool.query(`update companies set created_at = $2 where id = $1`, [
    id,
    new Date(portal().clock.now().getTime() - days * 24 * 60 * minuteMs),
  ]);

test('a company that has mailed its share of new users is refused with the time to wait, and creates no user', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  await portal().database.systemPool.query(
    "insert into identity.attempts (scope, key, failures, last_at, is_allowed) values ('user-mail', $1, 20, $2, true)",
    [id, new Date(portal().clock.now().getTime() - 58 * minuteMs)],
  );
  const body = newUserForm();
  const answer = await portal().call('/users', { as: superAdmin, body });
  expect(answer).toMatchObject({ status: 429, body: { code: 'request.too-many' } });
  expect(Number(answer.headers.get('retry-after'))).toBe(120);
  const rows = await portal().database.systemPool.query('select from identity.accounts where email = $1', [body.email]);
  expect(rows.rowCount).toBe(0);
  // A company older than a week is trusted with more.
  await age(id, 8);
  expect((await portal().call('/users', { as: superAdmin, body: newUserForm() })).status).toBe(201);
  await age(id, 0);
  portal().clock.advance(2 * minuteMs);
  expect((await portal().call('/users', { as: superAdmin, body })).status).toBe(201);
});
