import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { MailReport, MailReportForm, MailReportPreview } from '#features/mail/contract/mail-reports.ts';
import { maxReportsOfUser } from '#features/mail/contract/report-values.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { readMails, waitForMail } from '#server/testing/caught-mail.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { addConversations, reportUser } from '#domain/conversations/testing/conversation-rows.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let reader: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany({ name: 'Acme' }));
  reader = await portal().makeUser(superAdmin.companyId, { roles: ['User'] });
  ({ superAdmin: stranger } = await portal().makeCompany());
});

const path = '/company/mail-reports';

const toForm = ({ id: userId }: TestUser, form: Partial<MailReportForm> = {}): MailReportForm => ({
  name: 'Weekly figures',
  userId,
  weekday: 1,
  hour: 8,
  period: 'week',
  parts: ['figures', 'topUsers', 'cost'],
  technicalUsers: false,
  attachesUsage: false,
  isEnabled: true,
  ...form,
});

const create = (as: TestUser, body: object) => portal().call(path, { as, body });
const list = async (as: TestUser) => (await portal().call(path, { as })).body as MailReport[];
const make = async (as: TestUser, form: Partial<MailReportForm> = {}) =>
  (await create(as, toForm(as, form))).body as MailReport;

test('a person sets up, changes and deletes own reports, each change an audit entry', async () => {
  const made = await make(reader, { parts: ['unanswered'] });
  expect(made).toMatchObject({ user: { email: reader.email }, parts: ['unanswered'], lastSentAt: null, version: 1 });
  expect(new Date(made.nextAt ?? 0).getTime()).toBeGreaterThan(portal().clock.now().getTime());
  const one = `${path}/${made.id}`;
  const body = toForm(reader, { name: 'Monthly figures', weekday: null, period: 'month', isEnabled: false });
  const put = (version: number) => portal().call(one, { as: reader, method: 'PUT', body: { ...body, version } });
  expect(await put(1)).toMatchObject({ status: 200, body: { ...body, nextAt: null, version: 2 } });
  expect(await portal().call(one, { as: reader })).toMatchObject({ status: 200, body: { name: 'Monthly figures' } });
  expect((await portal().call(one, { as: reader, method: 'DELETE' })).status).toBe(204);
  expect((await portal().call(one, { as: reader, method: 'DELETE' })).status).toBe(404);
  const { entries } = (await portal().call('/audit?entity=mailReport', { as: superAdmin })).body as {
    entries: { action: string; actor: { email: string }; before: object | null }[];
  };
  expect(entries.map(({ action }) => action)).toEqual([
    'mailReports.delete',
    'mailReports.update',
    'mailReports.create',
  ]);
  expect(entries[1]).toMatchObject({ actor: { email: reader.email }, before: { weekday: 1, isEnabled: true } });
});

test('a SuperAdmin sees and changes those of all people, others their own, and no other company any', async () => {
  const own = await make(reader, { name: 'Of the reader' });
  expect(await create(superAdmin, toForm(reader, { name: 'Set up for the reader' }))).toMatchObject({ status: 201 });
  await make(superAdmin, { name: 'Of the SuperAdmin' });
  const names = async (as: TestUser) => (await list(as)).map(({ name }) => name);
  expect(await names(superAdmin)).toEqual(['Of the reader', 'Of the SuperAdmin', 'Set up for the reader']);
  expect(await names(reader)).toEqual(['Of the reader', 'Set up for the reader']);
  expect(await names(stranger)).toEqual([]);
  const other = (await list(superAdmin)).find(({ name }) => name === 'Of the SuperAdmin');
  for (const [as, id] of [
    [reader, other?.id],
    [stranger, own.id],
  ] as const) {
    const one = `${path}/${id}`;
    expect((await portal().call(one, { as })).status).toBe(404);
    expect((await portal().call(one, { as, method: 'DELETE' })).status).toBe(404);
    expect((await portal().call(one, { as, method: 'PUT', body: toForm(as) })).status).toBe(404);
  }
  for (const [as, person] of [
    [reader, superAdmin],
    [superAdmin, stranger],
  ] as const) {
    const wrong = { status: 422, body: { fields: [{ path: 'userId' }] } };
    expect(await create(as, toForm(person))).toMatchObject(wrong);
    expect(await portal().call(`${path}/preview`, { as, body: toForm(person) })).toMatchObject(wrong);
    expect(
      await portal().call(`${path}/${own.id}`, { as: superAdmin, method: 'PUT', body: toForm(stranger) }),
    ).toMatchObject(wrong);
  }
});

test.each([
  ['weekday', 0],
  ['hour', 24],
  ['hour', 1.5],
  ['parts', []],
  ['parts', ['cost', 'cost']],
  ['parts', ['everything']],
  ['period', 'year'],
  ['name', ' '],
  ['name', 'x'.repeat(101)],
])('a wrong %s is refused: %j', async (field, value) => {
  const { status, body } = await create(reader, { ...toForm(reader), [field]: value });
  expect(status).toBe(422);
  expect(JSON.stringify((body as { fields: { path: string }[] }).fields)).toContain(`"path":"${field}`);
});

test('a person has at most 20, also where many are created at one moment; one key creates one', async () => {
  const person = await portal().makeUser(superAdmin.companyId);
  const headers = { 'idempotency-key': randomUUID() };
  const repeated = await Promise.all(
    [1, 2].map(() => portal().call(path, { as: person, body: toForm(person), headers })),
  );
  expect(new Set(repeated.map(({ body }) => (body as MailReport).id)).size).toBe(1);
  const answers = [];
  for (let place = 0; place < 3; place += 1) {
    answers.push(...(await Promise.all(Array.from({ length: 7 }, () => create(person, toForm(person))))));
  }
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxReportsOfUser - 1);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 409,
    body: { code: 'mail-reports.limit' },
  });
});

test('the preview and the test are as the person gets it now, the test only to who asks for it', async () => {
  const now = portal().clock.now();
  const { number } = await reportUser(portal().database, superAdmin.companyId, { firstName: 'Ann', lastName: 'Tamm' });
  const lastWeek = new Date(now.getTime() - 7 * 86_400_000).toISOString();
  await addConversations(portal().database, superAdmin.companyId, [{ startedAt: lastWeek, user: number, requests: 2 }]);
  const body = toForm(reader, { name: 'Figures', attachesUsage: true });
  const preview = async (as: TestUser) =>
    (await portal().call(`${path}/preview`, { as, body })).body as MailReportPreview;
  const seen = await preview(superAdmin);
  expect(seen.text).toContain('- Conversations: 1 (new)');
  expect(seen.text).toContain('- Cost of the period: €2.50 (new)');
  expect(seen.attachment).toMatch(/^usage-.*\.csv$/);
  expect(seen.text).not.toContain('unsubscribe');
  expect((await portal().call(`${path}/test`, { as: superAdmin, body })).status).toBe(204);
  const mail = await waitForMail(portal(), superAdmin.email, /^\[Test\] Figures: /);
  expect(mail.text).toBe(seen.text);
  expect(mail.attachments).toHaveLength(1);
  expect(await readMails(portal(), reader.email)).toEqual([]);
  await portal().database.inCompany(superAdmin.companyId, (tx) =>
    runSql(tx, `insert into role_rights (changes) values ('{"billing":{"SuperAdmin":"none"}}')`),
  );
  expect((await preview(superAdmin)).text).not.toContain('€');
  expect((await preview(reader)).text).toContain('€2.50');
});

test('a changed schedule sends no run that has passed, and a run that was sent stays sent', async () => {
  const made = await make(superAdmin);
  const update = async (form: Partial<MailReportForm>) =>
    (await portal().call(`${path}/${made.id}`, { as: superAdmin, method: 'PUT', body: toForm(superAdmin, form) }))
      .body as MailReport;
  for (const weekday of [1, 2, 3, 4, 5, 6, 7, null]) {
    const { nextAt } = await update({ weekday, hour: 0 });
    expect(Date.parse(nextAt ?? '')).toBeGreaterThan(portal().clock.now().getTime());
  }
  expect((await update({ weekday: 2, isEnabled: false })).nextAt).toBeNull();
});
