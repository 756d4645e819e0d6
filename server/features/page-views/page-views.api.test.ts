import { runSql } from '../../testing/sql/run-sql.ts';
import { expect, test } from 'vitest';
import { useTestPortal } from '../../testing/test-portal.ts';

const portal = useTestPortal();

const readViews = async (path: string) => {
  const rows = await portal().database.withSystem('page-views.count', (tx) =>
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
