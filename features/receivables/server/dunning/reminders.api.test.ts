import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays } from '#contract/calendar/zones.ts';
import { defaultReminderLevels } from '#features/receivables/contract/dunning/reminder-levels.ts';
import type {
  ReminderPreview,
  ReminderSettings,
  ReminderSettingsForm,
  ReminderStop,
} from '#features/receivables/contract/dunning/reminders.ts';
import { sendDueReminders } from '#server/background/notifications.ts';
import { startSmtpServer } from '#server/outside/mail/testing/smtp-server.ts';
import { useNotificationSubscribers } from '#server/testing/notification-subscribers.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { startTestPortal, type TestUser } from '#server/testing/test-portal.ts';

type Started = Awaited<ReturnType<typeof startTestPortal>>;

let server: Awaited<ReturnType<typeof startSmtpServer>>;
let started: Started;
let operator: TestUser;
const { setClock, toNotifications } = useNotificationSubscribers(() => started.portal);

/** Sets the clock. The provider's person is another one, because tokens end after minutes. */
async function moveTo(instant: string): Promise<void> {
  setClock(instant);
  operator = await started.portal.makeUser(operator.companyId, { roles: ['SuperAdmin'] });
}

beforeAll(async () => {
  server = await startSmtpServer();
  started = await startTestPortal({ SMTP_URL: server.url, MAIL_FROM: 'portal@portal.example' });
  operator = (await started.portal.makeCompany({ name: 'The provider', isProvider: true })).superAdmin;
});

afterAll(async () => {
  await started.stop();
  await server.close();
});

const call = (path: string, options: Parameters<Started['portal']['call']>[1] = {}) =>
  started.portal.call(path, { as: operator, ...options });
const form = (changed: Partial<ReminderSettingsForm> = {}): ReminderSettingsForm => ({
  isEnabled: true,
  levels: defaultReminderLevels.map((level) => ({ ...level })),
  suspensionAfterDays: null,
  ...changed,
});
const save = (body: object) => call('/reminders', { method: 'PUT', body });
const run = <Row extends object>(companyId: string, text: string, values: unknown[] = []) =>
  started.portal.database.inCompany(companyId, (tx) => runSql<Row>(tx, text, values));

const today = '2031-11-20';
let company: { id: string; superAdmin: TestUser };

/** Each test has a day of its own on which nothing is due but what it adds, before the run of the day. */
beforeEach(async () => {
  const { rows } = await started.portal.database.systemPool.query<{ id: string }>('select id from companies');
  for (const { id } of rows) await run(id, `update invoices set status = 'Paid'`);
  await moveTo(`${today}T04:00:00Z`);
  await save(form());
  const provider = operator.companyId;
  await run(provider, `update reminder_settings set done_day = $1`, [addDays(today, -1)]);
  await moveTo(`${today}T06:00:00Z`);
  company = await started.portal.makeCompany({ name: 'Acme <b>& Sons' });
});

let last = 0;
/** Adds an invoice of the provider that was due so many days ago. Answers its id and number. */
async function addInvoice(daysAgo: number, changed: Record<string, unknown> = {}, companyId = company.id) {
  const number = `INV-${(last += 1)}`;
  const values = {
    invoice_id: number,
    issue_date: addDays(today, -daysAgo - 14),
    due_date: addDays(today, -daysAgo),
    total_ten_thousandths: 1_240_000,
    ...changed,
  };
  const names = Object.keys(values);
  const [row] = await run<{ id: string }>(
    companyId,
    `insert into invoices (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
    Object.values(values),
  );
  return { id: row?.id ?? '', number };
}

const send = () => sendDueReminders(toNotifications());
const listSent = async (id: string) =>
  (await call(`/company/billing/${id}/reminders`, { headers: { 'x-company': company.id } })).body;
const readMails = (email: string) => server.received.filter(({ recipients }) => recipients.includes(email));

test('are off by default, with levels to begin with, and the provider’s alone', async () => {
  await run(operator.companyId, 'update reminder_settings set version = version');
  const { body } = await call('/reminders');
  expect((body as ReminderSettings).levels.map(({ days }) => days)).toEqual([-3, 3, 14, 30]);
  for (const path of ['/reminders', '/reminders/stops'])
    expect((await call(path, { as: company.superAdmin })).status).toBe(403);
  expect((await call('/reminders', { as: company.superAdmin, method: 'PUT', body: form() })).status).toBe(403);
});

test.each([
  ['an unknown placeholder', { subject: 'Pay {total}' }, 'levels.0.subject', 'There is no placeholder {total}.'],
  ['an open brace', { body: 'Pay {amount' }, 'levels.0.body', 'There is no placeholder { or }.'],
  ['a subject of two lines', { subject: 'a\r\nBcc: b' }, 'levels.0.subject', 'The subject can have one line only.'],
  ['part of a day', { days: 1.5 }, 'levels.0.days', 'Enter a whole number of days between -60 and 365.'],
  ['a far day', { days: 366 }, 'levels.0.days', 'Enter a whole number of days between -60 and 365.'],
  ['the day of another level', { days: 3 }, 'levels.1.days', 'Two levels cannot have the same day.'],
])('%s is refused', async (_, changed, path, message) => {
  const [first, ...others] = form().levels;
  const refused = await save(form({ levels: [{ ...first!, ...changed }, ...others] }));
  expect(refused).toMatchObject({ status: 422, body: { fields: [{ path, message }] } });
});

test('a change is an audit entry of the provider, and a level keeps its id with other words', async () => {
  const before = (await call('/reminders')).body as ReminderSettings;
  const levels = [...before.levels.slice(1), { days: 60, subject: 'Last', body: 'Text' }];
  const saved = await save({ ...form({ levels, suspensionAfterDays: 45 }), version: before.version });
  expect(saved).toMatchObject({ status: 200, body: { suspensionAfterDays: 45 } });
  const ids = (saved.body as ReminderSettings).levels.map(({ id }) => id);
  expect(ids.slice(0, 3)).toEqual(before.levels.slice(1).map(({ id }) => id));
  const { body } = await call('/audit?entity=reminderSettings');
  expect((body as { entries: object[] }).entries[0]).toMatchObject({
    action: 'reminders.update',
    after: { suspensionAfterDays: 45 },
  });
  expect((await save({ ...form(), levels: [] })).body).toMatchObject({
    fields: [{ path: 'isEnabled', message: 'Add a level before you turn reminders on.' }],
  });
});

test('a reminder is at the mail server once, over six portals at the same time, with what is left of the invoice', async () => {
  const { id, number } = await addInvoice(15, { credited_ten_thousandths: 240_000 });
  await Promise.all(Array.from({ length: 6 }, send));
  expect(await send()).toBe(0);
  const { email } = company.superAdmin;
  await vi.waitFor(() => expect(readMails(email)).toHaveLength(1), 20_000);
  const [mail] = readMails(email);
  const text = mail?.raw.replaceAll('=\r\n', '').replaceAll(/=E2=82=AC/g, '€') ?? '';
  expect(text).toContain(`Subject: Second reminder: invoice ${number} is overdue`);
  expect(text).toContain('15 days ago, and €100.00 is still open');
  expect(await listSent(id)).toEqual([
    { days: 14, subject: `Second reminder: invoice ${number} is overdue`, open: 100, sentAt: `${today}T06:00:00.000Z` },
  ]);
  const history = await run<{ subject: string; html: string }>(
    company.id,
    'select subject, body_html as html from sent_mails',
  );
  expect(history).toHaveLength(1);
  await moveTo('2031-11-21T06:00:00Z');
  expect(await send()).toBe(0);
});

test('nothing is sent for records of the company, credit notes, what is credited or paid, and to a suspended company', async () => {
  await addInvoice(15, { is_own: true });
  await addInvoice(15, { credited_ten_thousandths: 1_240_000 });
  await addInvoice(15, { status: 'Paid' });
  const credited = await addInvoice(15, { credited_ten_thousandths: 1_240_000 });
  await addInvoice(15, { kind: 'creditNote', corrects_id: credited.id, correction_reason: 'r' });
  await addInvoice(-4);
  const suspended = await started.portal.makeCompany();
  await addInvoice(15, {}, suspended.id);
  await started.portal.database.systemPool.query(
    `update companies set suspended_from = created_at, suspension_reason = 'r' where id = $1`,
    [suspended.id],
  );
  await addInvoice(15, {}, operator.companyId);
  expect(await send()).toBe(0);
  const { body } = await call('/reminders/preview', { body: form() });
  expect(body).toMatchObject({ day: '2031-11-21', count: 1, reminders: [{ days: -3 }] });
});

test('the run is at eight in the morning of the issuer, and on the day after for who turns reminders on later', async () => {
  await save(form({ isEnabled: false }));
  await addInvoice(15);
  expect(await send()).toBe(0);
  await save(form());
  expect(await send()).toBe(0);
  await moveTo('2031-11-21T05:59:59Z');
  expect(await send()).toBe(0);
  await moveTo('2031-11-21T06:00:00Z');
  expect(await send()).toBe(1);
});

test('a run that breaks off sends the rest with the next one, and nothing twice', async () => {
  const others = await Promise.all([1, 2].map(() => started.portal.makeCompany()));
  await addInvoice(15);
  for (const { id } of others) await addInvoice(15, {}, id);
  const notifications = toNotifications();
  let queued = 0;
  const sendNotification: typeof notifications.mails.sendNotification = async (tx, mail) => {
    queued += 1;
    if (queued === 2) throw new Error('the process is gone');
    await notifications.mails.sendNotification(tx, mail);
  };
  const mails = { ...notifications.mails, sendNotification };
  await expect(sendDueReminders({ ...notifications, mails })).rejects.toThrow('a payment reminder could not be sent');
  expect(await send()).toBe(1);
  expect(await send()).toBe(0);
  for (const { superAdmin } of [company, ...others])
    await vi.waitFor(() => expect(readMails(superAdmin.email)).toHaveLength(1), 20_000);
});

test('a stop of a company or an invoice keeps reminders back with its reason, until it ends', async () => {
  const { id, number } = await addInvoice(15);
  const stop = { companyId: company.id, invoiceId: id, reason: 'Disputed', until: '2031-11-21' };
  const created = await call('/reminders/stops', { body: stop });
  expect(created).toMatchObject({
    status: 201,
    body: { ...stop, companyName: 'Acme <b>& Sons', invoiceNumber: number },
  });
  await call('/reminders/stops', { body: { ...stop, reason: 'Disputed again' } });
  expect(await send()).toBe(0);
  const { body } = await call('/reminders/preview', { body: form() });
  expect(body as ReminderPreview).toMatchObject({
    count: 0,
    stopped: 1,
    reminders: [{ number, open: 124, stop: { reason: 'Disputed again', until: '2031-11-21' } }],
  });
  const stops = (await call('/reminders/stops')).body as ReminderStop[];
  expect(stops).toHaveLength(1);
  expect((await call(`/reminders/stops/${stops[0]?.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await call(`/reminders/stops/${stops[0]?.id}`, { method: 'DELETE' })).status).toBe(404);
  await moveTo('2031-11-21T06:00:00Z');
  expect(await send()).toBe(1);
  const { body: log } = await call('/audit?entity=reminderStop');
  expect(
    (log as { entries: { action: string; entity: string }[] }).entries.map(({ action }) => action).slice(0, 3),
  ).toEqual(['reminders.continue', 'reminders.stop', 'reminders.stop']);
  const { body: own } = await call('/audit?entity=reminderStop', { headers: { 'x-company': company.id } });
  expect((own as { entries: object[] }).entries).toEqual([]);
});

test('a stop of an unknown company, of another company’s invoice, and with a wrong day is refused', async () => {
  const other = await started.portal.makeCompany();
  const foreign = await addInvoice(15, {}, other.id);
  const stop = { companyId: company.id, invoiceId: foreign.id, reason: 'r', until: null };
  expect((await call('/reminders/stops', { body: stop })).status).toBe(404);
  expect((await call('/reminders/stops', { body: { ...stop, companyId: foreign.id, invoiceId: null } })).status).toBe(
    404,
  );
  for (const until of ['2031-02-30', '0000-01-01'])
    expect((await call('/reminders/stops', { body: { ...stop, until } })).status).toBe(422);
  expect((await call('/reminders/stops', { body: { ...stop, reason: ' ' } })).status).toBe(422);
});
