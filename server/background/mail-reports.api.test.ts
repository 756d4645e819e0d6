import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { MailReportForm } from '#features/mail/contract/mail-reports.ts';
import type { SentMailPage } from '#features/mail/contract/mails.ts';
import { sendDueReports } from './notifications.ts';
import { addConversations, reportSkill, reportUser } from '#domain/conversations/testing/conversation-rows.ts';
import { readMails, waitForMail } from '../testing/caught-mail.ts';
import { useNotificationSubscribers } from '../testing/notification-subscribers.ts';
import { useTestPortal, type TestUser } from '../testing/test-portal.ts';

const portal = useTestPortal();
const { run, setClock, toNotifications } = useNotificationSubscribers(portal);

/** A Wednesday. */
const start = '2031-11-05T10:00:00Z';
const companies = new Set<string>();

/** A check sends the reports of all companies, so that those of the test before would count. */
beforeEach(async () => {
  setClock(start);
  for (const id of companies) await run(id, 'delete from mail_reports');
});

const check = () => sendDueReports(toNotifications());

/** A report as if it was created with its last run just passed. */
async function addReport({ companyId, id: userId }: TestUser, form: Partial<MailReportForm> = {}) {
  companies.add(companyId);
  const values = { name: `Figures ${randomUUID().slice(0, 8)}`, weekday: 1, hour: 8, period: 'week', ...form };
  const parts = form.parts ?? ['figures', 'topSkills', 'topUsers', 'cost', 'failures', 'unanswered'];
  const [row] = await run<{ id: string }>(
    companyId,
    `insert into mail_reports (user_id, name, weekday, hour, period, parts, technical_users, attaches_usage, is_enabled,
        done_day, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, false, $7, true, '2031-11-03', $8, $8) returning id`,
    [userId, values.name, values.weekday, values.hour, values.period, parts, form.attachesUsage ?? false, start],
  );
  return { id: row?.id ?? '', name: values.name };
}

/** Conversations with their billed runs, of a skill and a person, in the week of 3 November and the one before. */
async function addFigures(companyId: string, names: { skill: string; lastName: string }) {
  const skill = await reportSkill(portal().database, companyId, names.skill);
  const user = await reportUser(portal().database, companyId, { firstName: 'Ann', lastName: names.lastName });
  const one = { skill: skill.number, user: user.number, messages: 3, requests: 1 };
  await addConversations(portal().database, companyId, [
    { ...one, startedAt: '2031-10-28T10:00:00Z' },
    { ...one, startedAt: '2031-11-04T10:00:00Z' },
    { ...one, startedAt: '2031-11-09T21:59:59Z' },
    // Monday in Tallinn.
    { ...one, startedAt: '2031-11-09T22:00:00Z' },
  ]);
  return { skill, user };
}

const monday = '2031-11-10T06:00:00Z';

test('a weekly report has the figures of the whole week, and links that open them', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany({ name: 'Acme' });
  const { skill, user } = await addFigures(companyId, { skill: '=cmd()', lastName: 'Tamm' });
  const { name } = await addReport(superAdmin, { attachesUsage: true });
  setClock('2031-11-10T05:59:00Z');
  expect(await check()).toBe(0);
  setClock(monday);
  expect(await check()).toBe(1);
  const mail = await waitForMail(portal(), superAdmin.email, new RegExp(`^${name}: 3–9 Nov 2031$`));
  expect(mail.text).toContain('- Conversations: 2 (+100%)');
  expect(mail.text).toContain('- Cost of the period: €2.50 (+100%)');
  expect(mail.text).toContain('- Ann Tamm: 6 (+100%)');
  const days = 'from=2031-11-03&to=2031-11-09';
  expect(mail.text).toContain(`/analytics/logs?${days}&skills=${skill.id}\n`);
  expect(mail.text).toContain(`/analytics/logs?${days}&users=${user.id}\n`);
  expect(mail.text).toContain(`/analytics/logs?${days}&failed=true\n`);
  expect(mail.text).toMatch(new RegExp(`Open the dashboard of this period:\\n\\S+/\\?${days}\n`));
  expect(mail.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  expect(mail.attachments).toEqual([
    {
      name: 'usage-2031-11-03-2031-11-09.csv',
      contentType: 'text/csv; charset=utf-16le',
      text: `\uFEFF"Skill ID"\t"Skill"\t"Requests"\t"Requests before"\t"Cost (EUR excl. VAT)"\r\n"${skill.id}"\t"'=cmd()"\t"2"\t"1"\t"2.5"\r\n`,
    },
  ]);
});

test('the history of mails has each sent report once, without its figures, for those who read the history', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const reader = await portal().makeUser(companyId, { roles: ['User'] });
  const { name } = await addReport(reader);
  setClock(monday);
  await Promise.all([check(), check()]);
  setClock('2031-11-17T06:00:00Z');
  await check();
  // The session of the reader has ended by then.
  setClock(start);
  const mails = (await portal().call('/company/mails', { as: superAdmin })).body as SentMailPage;
  const sent = (days: string, date: string) => ({
    id: expect.any(String),
    kind: 'report',
    recipient: reader.email,
    subject: `${name}: ${days} Nov 2031`,
    date,
    // Known once the mail server has answered.
    delivery: expect.toBeOneOf([null, 'sent']),
    deliveryReason: null,
  });
  expect(mails.payloads).toEqual([sent('10–16', '2031-11-17T06:00:00.000Z'), sent('3–9', '2031-11-10T06:00:00.000Z')]);
  const one = `/company/mails/${mails.payloads[0]?.id}`;
  expect((await portal().call(one, { as: superAdmin })).body).toEqual({
    ...mails.payloads[0],
    delivery: expect.toBeOneOf([null, 'sent']),
    text: null,
    html: null,
  });
  expect((await portal().call(one, { as: reader })).status).toBe(403);
  expect(await run(companyId, 'select from sent_mails where body_text is not null or body_html is not null')).toEqual(
    [],
  );
});

test('each run is sent once, also by portals that check at one moment, and one that was missed once', async () => {
  const { superAdmin } = await portal().makeCompany();
  const { name } = await addReport(superAdmin);
  setClock(monday);
  const counts = await Promise.all([check(), check(), check()]);
  expect(counts.toSorted()).toEqual([0, 0, 1]);
  setClock('2031-11-16T23:00:00Z');
  expect(await check()).toBe(0);
  // Three weeks without a portal.
  setClock('2031-12-10T12:00:00Z');
  expect([await check(), await check()]).toEqual([1, 0]);
  await waitForMail(portal(), superAdmin.email, new RegExp(`^${name}: 1–7 Dec 2031$`));
});

test('a run whose mail could not be queued is sent by the next check', async () => {
  const { superAdmin } = await portal().makeCompany();
  await addReport(superAdmin);
  setClock(monday);
  const { mails, ...others } = toNotifications();
  const broken = { ...mails, sendNotification: () => Promise.reject(new Error('the portal was killed')) };
  await expect(sendDueReports({ ...others, mails: broken })).rejects.toThrow('a report could not be sent');
  expect(await check()).toBe(1);
});

test('a company without a conversation gets a sentence, on the first day of the month for the month before', async () => {
  const { superAdmin } = await portal().makeCompany({ name: 'Quiet' });
  const { name } = await addReport(superAdmin, { weekday: null, period: 'month', attachesUsage: true });
  setClock('2031-12-01T06:00:00Z');
  expect(await check()).toBe(1);
  const mail = await waitForMail(portal(), superAdmin.email, new RegExp(`^${name}: 1–30 Nov 2031$`));
  expect(mail.text).toContain(
    'No assistant of Quiet reported a conversation or a billed request from 1 November 2031 to 30 November 2031.',
  );
  expect(mail.text).not.toMatch(/^- \S/m);
  expect(mail.attachments).toBeUndefined();
  expect(mail.text).toContain('&compare=months');
});

test('a report has the rights and the masking of its reader at the moment it is sent', async () => {
  const { id: companyId } = await portal().makeCompany();
  const reader = await portal().makeUser(companyId, { roles: ['User'] });
  await addFigures(companyId, { skill: 'Leave', lastName: 'ann.tamm@acme.example' });
  const { name } = await addReport(reader, { attachesUsage: true });
  await run(
    companyId,
    `insert into role_rights (changes) values ('{"billing":{"User":"none"},"transcripts":{"User":"none"}}')`,
  );
  setClock(monday);
  expect(await check()).toBe(1);
  const { text, html, attachments } = await waitForMail(portal(), reader.email, new RegExp(`^${name}`));
  expect(text).toContain('Cost is left out, because your role may not see billing.');
  expect(text).not.toContain('€');
  expect(text).not.toContain('/analytics/logs');
  expect(attachments).toBeUndefined();
  expect(`${text}${html}`).not.toContain('ann.tamm@acme.example');
});

test('nothing goes to a person who is deactivated or deleted, or of a company that is suspended', async () => {
  const { id: companyId } = await portal().makeCompany();
  const { id: suspended, superAdmin } = await portal().makeCompany();
  const [left, deleted] = [await portal().makeUser(companyId), await portal().makeUser(companyId)];
  for (const person of [left, deleted, superAdmin]) await addReport(person);
  await run(companyId, 'update users set deactivated_at = $2 where id = $1', [left.id, start]);
  await run(companyId, 'delete from users where id = $1', [deleted.id]);
  const suspend = `update companies set suspended_from = $2, suspension_reason = 'r' where id = $1`;
  await portal().database.systemPool.query(suspend, [suspended, start]);
  setClock(monday);
  expect(await check()).toBe(0);
  const kept = await run<{ user_id: string }>(companyId, 'select user_id from mail_reports');
  expect(kept.map(({ user_id: id }) => id)).toEqual([left.id]);
});

test('its link stops this report alone, by the person it was sent to', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany({ name: 'Acme' });
  const other = await portal().makeUser(companyId);
  const [stopped, kept] = [await addReport(superAdmin), await addReport(superAdmin)];
  setClock(monday);
  expect(await check()).toBe(2);
  const { text } = await waitForMail(portal(), superAdmin.email, new RegExp(`^${stopped.name}`));
  const token = /unsubscribe\?token=(\S+)/.exec(text)?.[1] ?? '';
  const { unsubscribeTokens } = portal().adapters;
  const foreign = unsubscribeTokens.write({ companyId, userId: other.id, kind: `report-${kept.id}` });
  for (const each of [foreign, token, token]) {
    const answer = await portal().call('/unsubscribe', { body: { token: decodeURIComponent(each) } });
    expect(answer).toMatchObject({ status: 200, body: { kind: 'report', companyName: 'Acme' } });
  }
  setClock('2031-11-17T06:00:00Z');
  expect(await check()).toBe(1);
  await waitForMail(portal(), superAdmin.email, new RegExp(`^${kept.name}: 10–16 Nov`));
  expect((await readMails(portal(), superAdmin.email)).filter(({ subject }) => subject.includes('10–16'))).toHaveLength(
    1,
  );
  const entries = await run(companyId, `select action from audit_entries where action = 'mailReports.disable'`);
  expect(entries).toHaveLength(1);
});
