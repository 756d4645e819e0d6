import { beforeAll, expect, test } from 'vitest';
import { waitForMail } from '../testing/caught-mail.ts';
import { useNotificationSubscribers } from '../testing/notification-subscribers.ts';
import { useTestPortal } from '../testing/test-portal.ts';

const portal = useTestPortal();
const { run, want, setClock, makeCompany, spend, listKeys, listHistory, check } = useNotificationSubscribers(portal);
const euro = 10_000;

/** In the future, so that companies made today are older than all announcements. */
beforeAll(() => setClock('2031-11-04T10:00:00Z'));

test('the digest is sent once, from Monday at eight in the company’s zone, also after a clock change', async () => {
  const company = await makeCompany('spendingDigest');
  await spend(company, '2031-10-15', 10);
  await spend(company, '2031-10-22', 12.3456);
  await spend(company, '2031-10-26', 20);
  await spend(company, '2031-10-27', 40);
  await run(
    company.id,
    `insert into invoices (invoice_id, issue_date, due_date, total_ten_thousandths, status, is_own) values
      ('A', '2031-10-01', '2031-10-26', $1, 'Pending', false), ('B', '2031-10-01', '2031-10-27', $1, 'Pending', false),
      ('C', '2031-10-01', '2031-10-15', $1, 'Paid', false), ('D', '2031-10-01', '2031-10-15', $1, 'Pending', false),
      ('A', '2031-10-01', '2031-10-15', $1 * 1000, 'Pending', true)`,
    [15 * euro],
  );
  await run(company.id, `update invoices set credited_ten_thousandths = $1 where invoice_id = 'D'`, [15 * euro]);
  await run(company.id, `update invoices set credited_ten_thousandths = $1 where invoice_id = 'B'`, [5 * euro]);
  // Tallinn changes from +3 to +2 on the Sunday before this Monday.
  setClock('2031-10-27T05:59:00Z');
  expect(await check(company)).toBe(0);
  setClock('2031-10-27T06:00:00Z');
  expect(await check(company)).toBe(2);
  expect(await check(company)).toBe(0);
  setClock('2031-11-02T21:59:00Z');
  expect(await check(company)).toBe(0);
  const mail = await waitForMail(portal(), company.emails[0] ?? '', / spent €32.35 last week$/);
  expect(mail.text).toContain('from 20 October 2031 to 26 October 2031, €22.35 more than the week before (€10.00).');
  expect(mail.text).toContain('- Leave requests: €32.35');
  expect(mail.text).toContain('October 2031:\n- Spent so far: €82.35\n- Account limit: €100.00');
  expect(mail.text).toContain('- Forecast for the month: Not enough data yet');
  expect(mail.text).toContain('- 2 open, 1 of them overdue: €25.00 incl. VAT');
  setClock('2031-11-03T06:00:00Z');
  expect(await check(company)).toBe(2);
  expect(await listKeys(company)).toEqual(['digest:2031-W43', 'digest:2031-W44']);
  await want(company.id);
  setClock('2031-11-04T10:00:00Z');
});

test('announcements, maintenance and new skills go to the companies that turned them on', async () => {
  const { id: providerId, superAdmin } = await portal().makeCompany({ name: 'The provider', isProvider: true });
  await want(providerId);
  const eager = await makeCompany('announcements', 'maintenance', 'newSkills');
  const calm = await makeCompany('maintenance');
  const now = portal().clock.now().getTime();
  const addSkill = (name: string, ageHours: number) =>
    run(providerId, `insert into skills (name, service_provider, created_at) values ($1, 'SAP', $2)`, [
      name,
      new Date(now - ageHours * 3_600_000),
    ]);
  await addSkill('Old news', 49);
  await addSkill('Travel costs', 2);
  await addSkill('Overtime', 1);
  expect(await check(eager)).toBe(2);
  expect((await listHistory(eager))[0]).toMatchObject({
    kind: 'newSkills',
    subject: '2 new skills in the skill store',
  });
  await addSkill('Sick notes', 0);
  portal().clock.advance(1000);
  expect(await check(eager)).toBe(2);
  expect((await listHistory(eager)).at(-1)?.subject).toBe('A new skill in the skill store: Sick notes');
  for (const form of [
    { kind: 'announcement', title: 'A new dashboard', body: 'It is here.\n\nHave a look.' },
    { kind: 'maintenance', title: 'Maintenance on Sunday', body: 'From 2:00 to 3:00.' },
  ]) {
    expect((await portal().call('/announcements', { as: superAdmin, body: form })).status).toBe(201);
  }
  expect(await check(eager)).toBe(4);
  expect(await check(eager)).toBe(0);
  expect((await listHistory(calm)).map(({ subject }) => subject)).toEqual(Array(2).fill('Maintenance on Sunday'));
  const mail = await waitForMail(portal(), eager.emails[1] ?? '', /^A new dashboard$/);
  expect(mail.text).toContain('It is here.\n\nHave a look.');
  await want(calm.id, 'announcements');
  setClock('2031-11-07T10:00:00Z');
  expect(await check(calm)).toBe(0);
});
