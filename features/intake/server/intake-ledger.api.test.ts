import { runSql } from '#server/testing/sql/run-sql.ts';
import { expect, test } from 'vitest';
import { buildCompany, buildUser } from '#server/database/testing/builders.ts';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { makeSender } from './testing/sender.ts';

const portal = useTestPortal();
const date = '2026-11-02T08:30:00.000Z';

async function makeSkill(companyId: string, name: string, price: number) {
  return portal().database.inCompany(companyId, async (tx) => {
    const rows = await runSql<{ id: string }>(
      tx,
      `insert into skills (name, service_provider, price_ten_thousandths) values ($1, 'SAP', $2) returning id`,
      [name, price],
    );
    return rows[0]?.id ?? '';
  });
}

const setPrice = (companyId: string, skillId: string, price: number) =>
  portal().database.inCompany(companyId, (tx) =>
    runSql(tx, `insert into skill_prices (skill_id, price_ten_thousandths) values ($1, $2)`, [skillId, price]),
  );

test('records a usage event once, at the company’s price of that moment', async () => {
  const provider = await buildCompany(portal().database, { isProvider: true });
  const sender = await makeSender(portal());
  const own = await makeSkill(sender.companyId, 'Leave requests', 12_500);
  await makeSkill(provider.id, 'LEAVE requests', 99_999);
  await makeSkill(provider.id, 'Invoice  status', 20_000);
  const run = (id: string, skill: string) => sender.send({ conversations: [{ id, date, skill }] });
  await run('c1', 'Leave requests');
  await run('c2', ' leave  Requests ');
  await setPrice(sender.companyId, own, 10_000);
  await run('c3', 'Leave Requests');
  await run('c1', 'Leave requests');
  await run('c4', 'invoice status');
  await run('c5', 'Nobody knows');
  const ledger = await sender.rows('usage_events', 'external_id');
  expect(ledger.map((row) => [row['external_id'], row['price_ten_thousandths']])).toEqual([
    ['c1', 12_500],
    ['c2', 12_500],
    ['c3', 10_000],
    ['c4', 20_000],
    ['c5', 0],
  ]);
  const skills = await sender.rows('reported_skills', 'number');
  expect(skills).toMatchObject([
    { name: 'Leave requests', name_key: 'leave requests', skill_id: own },
    { name: 'invoice status', skill_id: expect.any(String) },
    { name: 'Nobody knows', skill_id: null },
  ]);
  expect(await sender.verify()).toEqual([]);
});

test('records the listed runs, none for an empty list, and one for a conversation with a skill but no list', async () => {
  const sender = await makeSender(portal());
  const requests = [{ id: 'r1' }, { id: 'r2', skill: 'Other', date: '2026-11-01T21:59:00.000Z' }, { id: 'r1' }];
  await sender.send({
    conversations: [
      { id: 'named', date, skill: 'Leave', requests },
      { id: 'none', date, skill: 'Leave', requests: [] },
      { id: 'implied', date, skill: 'Leave' },
      { id: 'without a skill', date },
    ],
  });
  // Repeated without its list, the conversation has a usage event already.
  await sender.send({ conversations: [{ id: 'named', date, skill: 'Leave', status: 'Completed' }] });
  expect(await sender.rows('usage_events', 'external_id')).toMatchObject([
    { external_id: 'implied', day: '2026-11-02' },
    { external_id: 'r1', day: '2026-11-02' },
    { external_id: 'r2', day: '2026-11-01', occurred_at: '2026-11-01T21:59:00+00:00' },
  ]);
  expect(await sender.verify()).toEqual([]);
});

test('recognises users by id, e-mail or SAP login, and stores unknown ones', async () => {
  const sender = await makeSender(portal());
  const { companyId } = sender;
  const user = await buildUser(portal().database, companyId, { email: 'Mari.Kask@Test.example', sapId: 'MKASK' });
  const users = [
    { email: 'mari.kask@TEST.example' },
    { id: 'u-7', sapId: 'mkask' },
    { id: 'u-7' },
    { id: 'u-8', firstName: 'Jaan', lastName: 'Tamm' },
    { firstName: 'jaan', lastName: ' Sepp' },
    {},
  ];
  await sender.send({ conversations: users.map((each, index) => ({ id: `c${index}`, date, user: each })) });
  const known = await sender.rows('reported_users', 'number');
  expect(known).toMatchObject([
    { user_id: user.id, email: 'mari.kask@test.example' },
    { user_id: null, first_name: 'Jaan', last_name: 'Tamm' },
    { user_id: null, first_name: 'jaan' },
  ]);
  const [mari, jaan, sepp] = known.map((row) => row['number']);
  const conversations = await sender.rows('conversations', 'external_id');
  expect(conversations.map((row) => row['user_number'])).toEqual([mari, mari, mari, jaan, sepp, 0]);
  expect(await sender.verify()).toEqual([]);
});

test('a conversation is technical by its report or by the role of its user', async () => {
  const sender = await makeSender(portal());
  const email = `tester-${sender.companyId}@test.example`;
  await buildUser(portal().database, sender.companyId, { email, roles: ['TechnicalUser'] });
  const users = [
    { email },
    { id: 'u-1', isTechnical: true },
    { id: 'u-1' },
    { id: 'u-2' },
    { email, isTechnical: false },
  ];
  for (const [index, user] of users.entries()) await sender.send({ conversations: [{ id: `c${index}`, date, user }] });
  const conversations = await sender.rows('conversations', 'external_id');
  expect(conversations.map((row) => row['technical'])).toEqual([true, true, true, false, true]);
  expect(await sender.rows('hourly_stats', 'technical')).toMatchObject([{ conversations: 1 }, { conversations: 4 }]);
});
