import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { dayMs } from '#contract/calendar/zones.ts';
import type { MailReport } from '#features/mail/contract/mail-reports.ts';
import { addConversations, reportUser } from '#domain/conversations/testing/conversation-rows.ts';
import { startSmtpServer } from '../outside/mail/testing/smtp-server.ts';
import { useNotificationSubscribers } from '../testing/notification-subscribers.ts';
import { mailReportForm } from '../testing/sweeps/valid-calls/valid-mail-report-calls.ts';
import { runSql } from '../testing/sql/run-sql.ts';
import { startTestPortal } from '../testing/test-portal.ts';
import { notifyAllCompanies, sendDueReports } from './notifications.ts';

type Started = Awaited<ReturnType<typeof startTestPortal>>;

/** Changed by the test that has mails refused. */
const answer: { atRecipient?: number } = {};
let server: Awaited<ReturnType<typeof startSmtpServer>>;
let started: Started;
const { setClock, toNotifications } = useNotificationSubscribers(() => started.portal);

beforeAll(async () => {
  server = await startSmtpServer(answer);
  started = await startTestPortal({ SMTP_URL: server.url, MAIL_FROM: 'portal@portal.example' });
});

afterAll(async () => {
  await started.stop();
  await server.close();
});

/** A check sends the reports of all companies, so that those of another test would count. */
afterEach(async () => {
  const { rows } = await started.portal.database.systemPool.query<{ id: string }>('select id from companies');
  for (const { id } of rows) {
    await started.portal.database.inCompany(id, (tx) => runSql(tx, 'delete from mail_reports'));
  }
});

/** A part of a mail by the beginning of its type, decoded. */
function readPart(raw: string, type: string): string {
  const part = raw.split(/^--\S+$/m).find((each) => each.toLowerCase().includes(`content-type: ${type}`)) ?? '';
  const [head = '', ...body] = part.trim().split('\r\n\r\n');
  return Buffer.from(body.join('\r\n\r\n'), head.includes('base64') ? 'base64' : 'utf8').toString(
    head.includes('utf-16le') ? 'utf16le' : 'utf8',
  );
}

test('a report that a person has created is at the mail server at its time, once, with its file', async () => {
  const { portal } = started;
  const { superAdmin } = await portal.makeCompany({ name: 'Acme' });
  const created = await portal.call('/company/mail-reports', {
    as: superAdmin,
    body: { ...mailReportForm, userId: superAdmin.id },
  });
  expect(created.status).toBe(201);
  const at = Date.parse((created.body as MailReport).nextAt ?? '');
  const user = await reportUser(portal.database, superAdmin.companyId, { firstName: 'Ann', lastName: 'Tamm' });
  const startedAt = new Date(at - 3 * dayMs).toISOString();
  await addConversations(portal.database, superAdmin.companyId, [{ startedAt, user: user.number, requests: 1 }]);
  const check = (instant: number) => {
    setClock(new Date(instant).toISOString());
    return sendDueReports(toNotifications());
  };
  expect(await check(at - 60_000)).toBe(0);
  expect([await check(at), await check(at + 60_000)]).toEqual([1, 0]);
  // The dash of its days makes the subject an encoded word.
  const isReport = ({ raw }: { raw: string }) => /^Subject: \S*Weekly_figures/m.test(raw);
  await vi.waitFor(() => expect(server.received.filter(isReport)).toHaveLength(1), 20_000);
  const [mail] = server.received.filter(isReport);
  expect(mail?.recipients).toEqual([superAdmin.email]);
  expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  expect(readPart(mail?.raw ?? '', 'text/csv')).toMatch(/^\uFEFF"Skill ID"\t"Skill"\t"Requests"/);
});

test('an issued invoice and its credit note are at the mail server once with PDF and XML, and again when they are sent again', async () => {
  const { portal } = started;
  const { id: companyId, superAdmin } = await portal.makeCompany({ name: 'Acme' });
  const { superAdmin: operator } = await portal.makeCompany({ isProvider: true });
  const billing = `invoices-${companyId}@accounts.example`;
  await portal.database.inCompany(companyId, (tx) =>
    runSql(
      tx,
      `update companies set billing_email = $2, country = 'Estonia', city = 'Tallinn', address_1 = 'Street 1', zip = '10148'
        where id = $1`,
      [companyId, billing],
    ),
  );
  const asProvider = (path: string, body: object = {}) =>
    portal.call(path, { as: operator, method: 'POST', body, headers: { 'x-company': companyId } });
  const day = portal.clock.now().toISOString().slice(0, 10);
  const form = { invoiceId: `SMTP-${companyId}`, company: '', issueDate: day, dueDate: day, total: 124 };
  const { body } = await asProvider('/company/billing', form);
  const { _id: id } = body as { _id: string };
  const check = () => notifyAllCompanies(toNotifications());
  await Promise.all([check(), check()]);
  await check();
  const mailsTo = (address: string) => server.received.filter(({ recipients }) => recipients.includes(address));
  await vi.waitFor(() => expect([mailsTo(billing).length, mailsTo(superAdmin.email).length]).toEqual([1, 1]), 20_000);
  for (const { raw } of [...mailsTo(billing), ...mailsTo(superAdmin.email)]) {
    expect(raw).toContain(`Subject: Invoice SMTP-${companyId}`);
    expect(readPart(raw, 'application/pdf')).toMatch(/^%PDF-1/);
    expect(readPart(raw, 'application/xml')).toContain(`<ram:ID>SMTP-${companyId}</ram:ID>`);
  }
  expect(mailsTo(billing)[0]?.raw).not.toMatch(/unsubscribe/i);

  const credited = await asProvider(`/company/billing/${id}/credit`, { reason: 'Billed twice', version: 1 });
  const { _id: creditNoteId } = credited.body as { _id: string };
  await check();
  await vi.waitFor(() => expect(mailsTo(billing)).toHaveLength(2), 20_000);
  expect(mailsTo(billing)[1]?.raw.replaceAll(/=\r\n|\r\n /g, '')).toContain(`for invoice SMTP-${companyId}`);

  const again = await asProvider(`/company/billing/${id}/send`);
  expect(again).toMatchObject({ status: 200, body: { readers: 2 } });
  expect(await asProvider(`/company/billing/${id}/send`)).toMatchObject({ body: { code: 'invoices.sent-recently' } });
  await vi.waitFor(() => expect(mailsTo(billing)).toHaveLength(3), 20_000);
  expect(await portal.call(`/company/billing/${id}/send`, { as: superAdmin, method: 'POST' })).toMatchObject({
    status: 403,
  });

  const list = async () =>
    (await portal.call('/company/mails', { as: superAdmin })).body as {
      payloads: { recipient: string; delivery: string | null; deliveryReason: string | null }[];
    };
  answer.atRecipient = 550;
  await asProvider(`/company/billing/${creditNoteId}/send`);
  await vi.waitFor(async () => {
    const reasons = (await list()).payloads.map(({ delivery, deliveryReason }) => `${delivery} ${deliveryReason}`);
    expect(reasons.filter((each) => each === 'failed the mail server refused the mail with 550')).toHaveLength(2);
  }, 20_000);
  delete answer.atRecipient;
  const sent = (await list()).payloads.filter(({ delivery }) => delivery === 'sent');
  expect(sent).toHaveLength(6);
});

test('the list of what needs a person is at the mail server on Monday, once, with a link a line, and not where it is empty', async () => {
  const { portal } = started;
  const { superAdmin } = await portal.makeCompany({ name: 'Acme' });
  const reader = await portal.makeUser(superAdmin.companyId, { roles: ['User'] });
  const form = {
    ...mailReportForm,
    name: 'Needs attention',
    parts: ['attention'],
    attachesUsage: false,
    weekday: 1,
    hour: 8,
  };
  const create = async (as: typeof superAdmin) => {
    const { status, body } = await portal.call('/company/mail-reports', { as, body: { ...form, userId: as.id } });
    expect(status).toBe(201);
    return Date.parse((body as MailReport).nextAt ?? '');
  };
  const mailed = async (as: typeof superAdmin) => {
    const { body } = await portal.call('/attention', { as });
    return (body as { isMailed?: boolean }).isMailed;
  };
  expect(await mailed(superAdmin)).toBe(false);
  const at = await create(superAdmin);
  await create(reader);
  expect([await mailed(superAdmin), await mailed(reader)]).toEqual([true, true]);
  await portal.database.inCompany(superAdmin.companyId, (tx) =>
    runSql(
      tx,
      `with rights as (insert into role_rights (changes) values ('{"company": {"User": "read"}}'))
        insert into invoices (id, invoice_id, company, issue_date, due_date, total_ten_thousandths, status, is_own)
        values (gen_random_uuid(), 'A-1', 'Acme', '2026-01-01', '2026-01-15', 8112500, 'Pending', false),
          (gen_random_uuid(), 'A-1', 'Acme', '2025-01-01', '2025-01-15', 99990000, 'Pending', true)`,
    ),
  );
  const check = (instant: number) => {
    setClock(new Date(instant).toISOString());
    return sendDueReports(toNotifications());
  };
  expect(await check(at - 60_000)).toBe(0);
  // The reader has no line, and gets no mail.
  expect([await check(at), await check(at + 60_000)]).toEqual([1, 0]);
  const isList = ({ raw }: { raw: string }) => raw.includes('Subject: 2 things at Acme need you');
  await vi.waitFor(() => expect(server.received.filter(isList)).toHaveLength(1), 20_000);
  const [mail] = server.received.filter(isList);
  expect(mail?.recipients).toEqual([superAdmin.email]);
  expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  const lines = (mail?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(lines).toMatch(/1 invoice is overdue: it was due on 15 Jan 2026: (?:€|=E2=82=AC)811\.25/);
  expect(lines).toContain('/settings/billing?status=overdue');
  expect(lines).toContain(
    'The next invoice needs data of your company: street, postal code, city, country, VAT number',
  );
  expect(server.received.filter(({ recipients }) => recipients.includes(reader.email))).toEqual([]);
});
