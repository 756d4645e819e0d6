import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dayMs } from '#contract/calendar/zones.ts';
import type { MailReport } from '#features/mail/contract/mail-reports.ts';
import { addConversations, reportUser } from '#features/insight/server/testing/conversation-rows.ts';
import { startSmtpServer } from '../outside/mail/testing/smtp-server.ts';
import { useNotificationSubscribers } from '../testing/notification-subscribers.ts';
import { mailReportForm } from '../testing/sweeps/valid-mail-report-calls.ts';
import { startTestPortal } from '../testing/test-portal.ts';
import { sendDueReports } from './notifications.ts';

type Started = Awaited<ReturnType<typeof startTestPortal>>;

let server: Awaited<ReturnType<typeof startSmtpServer>>;
let started: Started;
const { setClock, toNotifications } = useNotificationSubscribers(() => started.portal);

beforeAll(async () => {
  server = await startSmtpServer();
  started = await startTestPortal({ SMTP_URL: server.url, MAIL_FROM: 'portal@portal.example' });
});

afterAll(async () => {
  await started.stop();
  await server.close();
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
