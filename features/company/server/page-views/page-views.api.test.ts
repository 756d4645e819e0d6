import { runSql } from '#server/testing/sql/run-sql.ts';
import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';

const portal = useTestPortal();

const readViews = async (path: string) => {
  const rows = await portal().database.inSystem('page-views.count', (tx) =>
    runSql<Record<string, unknown>>(tx, 'select * from page_views'),
  );
  return rows.filter((row) => row['path'] === path);
};

test('views are counted by day and route, with nothing of the viewer', async () => {
  const { superAdmin } = await portal().makeCompany();
  const day = portal().clock.now().toISOString().slice(0, 10);
  const view = { body: { path: '/users/$id' } };
  const answers = await Promise.all([
    portal().call('/page-views', view),
    portal().call('/page-views', { ...view, as: superAdmin }),
    portal().call('/page-views', { ...view, headers: { cookie: superAdmin.cookie } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
  const rows = await readViews('/users/$id');
  expect(rows.map((row) => Object.keys(row).toSorted())).toEqual([['day', 'path', 'views']]);
  expect(rows).toMatchObject([{ views: 3 }]);
  expect(JSON.stringify(rows)).toContain(day);
});

test.each([
  'users',
  'https://evil.example/',
  '/users?email=a@b.example',
  '/a b',
  '/a@b.example',
  '/users/6f1c1f0e-5d7a-4c38-9c39-0b3a5f1f1a11',
  '/invoices/20260017',
  `/${'x'.repeat(120)}`,
])('%s is no route', async (path) => {
  expect((await portal().call('/page-views', { body: { path } })).status).toBe(422);
  expect(await readViews(path)).toEqual([]);
});

test('the provider reads views by day and by page, the most viewed first, and a customer does not', async () => {
  const operator = (await portal().makeCompany({ isProvider: true })).superAdmin;
  const { superAdmin } = await portal().makeCompany();
  const count = (path: string) => portal().call('/page-views', { body: { path } });
  portal().clock.advance(200 * 24 * 3_600_000);
  const as = { ...operator, token: await portal().fetchToken(await portal().signIn(operator.email)) };
  await count('/skills');
  portal().clock.advance(24 * 3_600_000);
  const again = { ...as, token: await portal().fetchToken(await portal().signIn(operator.email)) };
  await Promise.all(['/skills', '/users', '/skills'].map(count));
  const today = portal().clock.now().toISOString().slice(0, 10);
  const { status, body } = await portal().call('/page-views?days=7', { as: again });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    total: 4,
    pages: [
      { path: '/skills', views: 3 },
      { path: '/users', views: 1 },
    ],
  });
  const { days } = body as { days: { date: string; views: number }[] };
  expect([days.length, days.at(-1), days.at(-2)?.views]).toEqual([7, { date: today, views: 3 }, 1]);
  const first = await portal().call(`/page-views?days=7&date=${days.at(-2)?.date}`, { as: again });
  expect(first.body).toMatchObject({ total: 4, pages: [{ path: '/skills', views: 1 }] });
  for (const date of ['yesterday', '0000-01-01'])
    expect((await portal().call(`/page-views?date=${date}`, { as: again })).status).toBe(422);
  expect((await portal().call('/page-views?days=8', { as: again })).status).toBe(422);
  expect((await portal().call('/page-views', { as: superAdmin })).status).toBe(401);
});
