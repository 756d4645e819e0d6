import { beforeAll, expect, test } from 'vitest';
import type { ListedUser } from '#features/people/contract/users.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let user: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany());
  user = await portal().makeUser(superAdmin.companyId);
  await report(['Zoe', 'Adams', 'zoe@elsewhere.example', null]);
  await report(['Ann', 'Zimmer', null, null]);
  await report(['', '', 'nameless@elsewhere.example', null]);
  await report(['Mari', 'Maasikas', user.email, user.id]);
});

const report = (values: unknown[]) =>
  portal().database.inCompany(superAdmin.companyId, (tx) =>
    runSql(tx, 'insert into reported_users (first_name, last_name, email, user_id) values ($1, $2, $3, $4)', values),
  );

async function list(search: string, as = user): Promise<ListedUser[]> {
  const { status, body } = await portal().call(`/users?${search}`, { as });
  expect(status).toBe(200);
  return body as ListedUser[];
}

test('the list says nothing of people whom only assistants named, unless it is asked to', async () => {
  for (const search of ['', 'unmapped=false']) {
    const found = await list(search);
    expect(found).toHaveLength(2);
    expect(found.some((each) => 'isMapped' in each)).toBe(false);
  }
});

test('on request they are listed after the users, for every role', async () => {
  for (const as of [user, superAdmin]) {
    expect((await list('unmapped=true', as)).slice(2)).toMatchObject([
      { firstName: expect.stringMatching(/^\[e-mail\] \d+$/) as string, lastName: '', email: '[e-mail]' },
      { firstName: 'Zoe', lastName: 'Adams', email: '[e-mail]', isMapped: false },
      { firstName: 'Ann', lastName: 'Zimmer', email: '', isMapped: false },
    ]);
  }
});

test('search and limit count for them too', async () => {
  expect((await list('unmapped=true&stringValue=ZIMM')).map(({ firstName }) => firstName)).toEqual(['Ann']);
  expect(await list('unmapped=true&stringValue=%25')).toEqual([]);
  expect(await list('unmapped=true&limit=3')).toHaveLength(3);
  expect(await list('unmapped=true&limit=1')).toHaveLength(1);
});

test('conversations without a user are an option of their own', async () => {
  const { superAdmin: own } = await portal().makeCompany();
  await portal().database.inCompany(own.companyId, (tx) =>
    runSql(tx, `insert into user_monthly_stats (month, user_number, technical) values ('2026-11-01', 0, false)`),
  );
  expect((await list('unmapped=true', own)).slice(1)).toMatchObject([{ id: 'unmapped', firstName: 'Unknown user' }]);
});

test('another company’s are never named', async () => {
  const { superAdmin: other } = await portal().makeCompany();
  expect((await list('unmapped=true', other)).map(({ id }) => id)).toEqual([other.id]);
});
