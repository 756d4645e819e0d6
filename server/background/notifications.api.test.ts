import { beforeAll, expect, test } from 'vitest';
import type { Support } from '#features/money/contract/limit-forms.ts';
import { notifyAllCompanies, type Notifications } from './notifications.ts';
import { readMails, waitForMail } from '../testing/caught-mail.ts';
import { useNotificationSubscribers } from '../testing/notification-subscribers.ts';
import { useTestPortal } from '../testing/test-portal.ts';

const portal = useTestPortal();
const { run, toNotifications, want, setClock, makeCompany, spend, listKeys, listHistory, check } =
  useNotificationSubscribers(portal);
const euro = 10_000;

/** In the future, so that companies made today are older than all announcements. */
beforeAll(() => setClock('2031-11-04T10:00:00Z'));

test('each threshold is notified once a month to every administrator', async () => {
  const company = await makeCompany('budgetWarning', 'accountLimit');
  await spend(company, '2031-11-03', 49);
  expect(await check(company)).toBe(0);
  await spend(company, '2031-11-04', 1);
  expect(await check(company)).toBe(2);
  await spend(company, '2031-11-04', 30);
  expect(await check(company)).toBe(2);
  expect(await check(company)).toBe(0);
  await spend(company, '2031-11-04', 19.99);
  expect(await check(company)).toBe(0);
  await spend(company, '2031-11-04', 0.01);
  expect(await check(company)).toBe(2);
  await spend(company, '2031-11-04', 500);
  expect(await check(company)).toBe(0);
  expect(await listKeys(company)).toEqual(['budget:2031-11:50', 'budget:2031-11:80', 'account:2031-11:100']);
  setClock('2031-11-30T22:00:00Z');
  expect(await check(company)).toBe(0);
  await spend(company, '2031-12-01', 85);
  expect(await check(company)).toBe(2);
  expect((await listKeys(company)).at(-1)).toBe('budget:2031-12:80');
  for (const email of company.emails) await waitForMail(portal(), email, /has reached its limit for November 2031$/);
  const mail = await waitForMail(portal(), company.emails[0] ?? '', /has used 80% of its limit for December 2031$/);
  expect(mail.text).toContain('- Spent: €85.00\n- Limit: €100.00\n- Left: €15.00');
  expect(mail.text).toContain('Months follow the Europe/Tallinn time zone.');
  setClock('2031-11-04T10:00:00Z');
});

test('the month is that of the company’s zone', async () => {
  const company = await makeCompany('accountLimit');
  await spend(company, '2031-12-01', 100);
  setClock('2031-11-30T21:59:00Z');
  expect(await check(company)).toBe(0);
  setClock('2031-11-30T22:00:00Z');
  expect(await check(company)).toBe(2);
  setClock('2031-11-04T10:00:00Z');
});

test('a notification of a skill’s own limit names the skill', async () => {
  const company = await makeCompany('budgetWarning', 'accountLimit');
  await run(company.id, 'insert into skill_limits (skill_id, limit_ten_thousandths) values ($1, $2)', [
    company.skill.id,
    10 * euro,
  ]);
  await spend(company, '2031-11-04', 10);
  expect(await check(company)).toBe(2);
  expect(await listKeys(company)).toEqual([`account:2031-11:100:${company.skill.id}`]);
  expect((await listHistory(company))[0]?.subject).toMatch(/^Leave requests at Company .* has reached its limit/);
});

test('limits of account, skill and support that were taken away and set again warn again, raised ones too', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const company = { id, emails: [], skill: { id: '', number: 0 } };
  await want(id, 'budgetWarning', 'accountLimit');
  const [skill = company.skill] = await run<typeof company.skill>(
    id,
    `insert into reported_skills (name, name_key) values ('Orders', 'orders') returning number, id`,
  );
  await spend({ ...company, skill }, '2031-11-03', 81);
  await run(
    id,
    `insert into support_requests (id, day, type, subject, cost_ten_thousandths, recorded_at)
      values (gen_random_uuid(), '2031-11-03', 'E-mail', 's', 810000, now())`,
  );
  const put = async (path: string, body: object) =>
    expect((await portal().call(path, { method: 'PUT', as: superAdmin, body })).status).toBe(200);
  const [item] = ((await portal().call('/company/support', { as: superAdmin })).body as Support).data;
  const setAll = async (limit: number | null) => {
    await put('/company/limits', { limit });
    await put(`/company/skills/${skill.id}/limit`, { limit });
    await put('/company/support/limits', { limit, data: [{ _id: item?._id, limit }] });
    await check(company);
    return (await listKeys(company)).length;
  };
  expect(await setAll(100)).toBe(4);
  expect(await setAll(null)).toBe(4);
  expect(await setAll(100)).toBe(8);
  expect(await setAll(101)).toBe(12);
  expect(await setAll(100.5)).toBe(12);
});

test('a limit that the forecast reaches is notified once a month, and again after it was raised', async () => {
  const company = await makeCompany('budgetWarning');
  await run(company.id, 'insert into skill_limits (skill_id, limit_ten_thousandths) values ($1, $2)', [
    company.skill.id,
    5_000 * euro,
  ]);
  for (let day = 5; day <= 31; day += 1) await spend(company, `2031-10-${String(day).padStart(2, '0')}`, 5);
  await spend(company, '2031-10-20', 2_000);
  for (const day of ['01', '02', '03', '04']) await spend(company, `2031-11-${day}`, 5);
  expect(await check(company)).toBe(2);
  expect(await check(company)).toBe(0);
  expect(await listKeys(company)).toEqual(['forecast:2031-11']);
  const mail = await waitForMail(
    portal(),
    company.emails[0] ?? '',
    /is expected to reach its limit for November 2031$/,
  );
  expect(mail.text).toContain('on 20 November 2031.');
  expect(mail.text).toContain('- Spent: €20.00\n- Limit: €100.00\n- Expected for the month: about €150.00');
  const set = (euros: number) =>
    run(company.id, 'update company_limits set limit_ten_thousandths = $1, raises = raises + 1', [euros * euro]);
  await set(151);
  expect(await check(company)).toBe(0);
  await set(120);
  expect(await check(company)).toBe(2);
});

test('kinds that are turned off are not sent, by company', async () => {
  const silent = await makeCompany('maintenance', 'newSkills');
  const other = await makeCompany('accountLimit');
  await spend(silent, '2031-11-04', 100);
  await spend(other, '2031-11-04', 99);
  expect(await check(other)).toBe(0);
  await spend(other, '2031-11-04', 1);
  expect(await check(other)).toBe(2);
  expect(await listKeys(silent)).toEqual([]);
  expect((await listHistory(other)).map(({ recipient }) => recipient).toSorted()).toEqual(other.emails.toSorted());
  // A kind turned on later sends the thresholds that are still reached.
  await want(silent.id, 'accountLimit');
  expect(await check(silent)).toBe(2);
});

test('companies that are not active get no notifications', async () => {
  const company = await makeCompany('accountLimit');
  await spend(company, '2031-11-04', 100);
  await portal().database.systemPool.query(
    `update companies set suspended_from = created_at, suspension_reason = 'Asked for' where id = $1`,
    [company.id],
  );
  expect(await check(company)).toBe(0);
});

test('concurrent checks of several portals send each notification once', async () => {
  const companies = [await makeCompany('accountLimit'), await makeCompany('budgetWarning')];
  for (const company of companies) await spend(company, '2031-11-04', 100);
  await Promise.all(Array.from({ length: 6 }, () => notifyAllCompanies(toNotifications())));
  for (const company of companies) {
    expect(await listHistory(company)).toHaveLength(2);
    for (const email of company.emails) {
      await waitForMail(portal(), email, /limit for November 2031/);
      expect(await readMails(portal(), email)).toHaveLength(1);
    }
  }
});

test('a failed check is rolled back, and the next check sends its notifications', async () => {
  const company = await makeCompany('accountLimit');
  await spend(company, '2031-11-04', 100);
  const notifications = toNotifications();
  let queued = 0;
  const sendNotification: Notifications['mails']['sendNotification'] = async (executor, mail) => {
    if (queued === 1) throw new Error('the process is gone');
    queued += 1;
    await notifications.mails.sendNotification(executor, mail);
  };
  const failing = notifyAllCompanies({ ...notifications, mails: { ...notifications.mails, sendNotification } });
  await expect(failing).rejects.toThrow('a company could not be notified');
  expect(queued).toBe(1);
  expect(await listKeys(company)).toEqual([]);
  expect(await listHistory(company)).toEqual([]);
  expect(await check(company)).toBe(2);
  expect(await check(company)).toBe(0);
  for (const email of company.emails) {
    await waitForMail(portal(), email, /has reached its limit/);
    expect(await readMails(portal(), email)).toHaveLength(1);
  }
});

test('an unsubscribed user gets no mail of that kind, but of the other kinds', async () => {
  const company = await makeCompany('budgetWarning', 'accountLimit');
  await spend(company, '2031-11-04', 80);
  expect(await check(company)).toBe(2);
  const [first = '', second = ''] = company.emails;
  const { text, headers } = await waitForMail(portal(), second, /80%/);
  const token = /\/unsubscribe\?token=(\S+)/.exec(text)?.[1] ?? '';
  expect(headers).toEqual({
    'List-Unsubscribe': expect.stringMatching(/^<http:\/\/\S+\/api\/unsubscribe\/[\w.-]+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect((await portal().call('/unsubscribe', { body: { token } })).status).toBe(200);
  setClock('2031-12-04T10:00:00Z');
  await spend(company, '2031-12-04', 80);
  expect(await check(company)).toBe(1);
  expect((await listHistory(company)).at(-1)).toMatchObject({ recipient: first, kind: 'budgetWarning' });
  await spend(company, '2031-12-04', 20);
  expect(await check(company)).toBe(2);
  setClock('2031-11-04T10:00:00Z');
});

test('mails of the history have no personal link to unsubscribe', async () => {
  const company = await makeCompany('accountLimit');
  await spend(company, '2031-11-04', 100);
  await check(company);
  for (const { text } of await listHistory(company)) {
    expect(text).toContain('/unsubscribe\n');
    expect(text).not.toContain('token=');
  }
});
