import { runSql } from '#server/testing/sql/run-sql.ts';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type {
  Announcement,
  AnnouncementPreview,
  MailPreview,
  SentMail,
  SentMailPage,
} from '#features/mail/contract/mails.ts';
import { readMails, waitForMail } from '#server/testing/caught-mail.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';

const portal = useTestPortal();
let superAdmin: TestUser;
let stranger: TestUser;
let operator: TestUser;

beforeAll(async () => {
  ({ superAdmin } = await portal().makeCompany({ name: 'Acme' }));
  ({ superAdmin: stranger } = await portal().makeCompany());
  ({ superAdmin: operator } = await portal().makeCompany({ name: 'The provider', isProvider: true }));
});

const run = (companyId: string, text: string, values: unknown[] = []) =>
  portal().database.withLedger(companyId, (tx) => runSql<{ count: number }>(tx, text, values));

const addMail = (user: TestUser, subject: string, madeAt: string) =>
  run(
    user.companyId,
    `with notification as (insert into notification_log (key, kind, made_at) values ($1, 'maintenance', $2) returning key)
      insert into sent_mails (notification_key, kind, user_id, recipient, subject, body_text, body_html, made_at)
      select key, 'maintenance', $3, $4, $5, 'the text', '<p>the page</p>', $2 from notification`,
    [randomUUID(), madeAt, user.id, user.email, subject],
  );

const list = async (query = '', as = superAdmin) =>
  (await portal().call(`/company/mails${query}`, { as })).body as SentMailPage;
const unsubscribe = (token: string) => portal().call('/unsubscribe', { body: { token } });
const writeToken = ({ companyId, id }: TestUser) =>
  portal().adapters.unsubscribeTokens.write({ companyId, userId: id, kind: 'spendingDigest' });
const countOptOuts = async ({ companyId }: TestUser) =>
  (await run(companyId, 'select count(*) as count from mail_opt_outs'))[0]?.count;

test('the history is there newest first, page by page, also where mails were made at one moment', async () => {
  for (const place of [1, 2, 3, 4, 5]) await addMail(superAdmin, `Mail ${place}`, '2026-11-16T06:00:00.000Z');
  await addMail(superAdmin, 'The last', '2026-11-17T06:00:00.000Z');
  const seen: string[] = [];
  let query = '?limit=2';
  for (let page = 0; page < 3; page += 1) {
    const { payloads, next } = await list(query);
    seen.push(...payloads.map(({ subject }) => subject));
    expect(next === null).toBe(page === 2);
    query = `?limit=2&after=${next}`;
  }
  expect(seen[0]).toBe('The last');
  expect(seen.toSorted()).toEqual(['Mail 1', 'Mail 2', 'Mail 3', 'Mail 4', 'Mail 5', 'The last']);
});

test('one mail is read as it was sent, by its own company’s SuperAdmins alone', async () => {
  const [newest] = (await list()).payloads;
  const path = `/company/mails/${newest?.id}`;
  expect((await portal().call(path, { as: superAdmin })).body as SentMail).toEqual({
    ...newest,
    recipient: superAdmin.email,
    date: '2026-11-17T06:00:00.000Z',
    text: 'the text',
    html: '<p>the page</p>',
  });
  expect((await portal().call(path, { as: stranger })).status).toBe(404);
  expect((await list('', stranger)).payloads).toEqual([]);
  const admin = await portal().makeUser(superAdmin.companyId, { roles: ['Admin'] });
  for (const address of ['/company/mails', path, '/company/notifications/digest']) {
    expect((await portal().call(address, { as: admin })).status).toBe(403);
  }
});

test.each(['x', '2026-11-17T06:00:00.000Z', `2026-02-31T06:00:00.000Z_${randomUUID()}`])(
  'no page ends at %s',
  async (after) => {
    const answer = await portal().call(`/company/mails?after=${encodeURIComponent(after)}`, { as: superAdmin });
    expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'after' }] } });
  },
);

test('the digest can be seen before it is sent, and is the company’s own', async () => {
  const { body } = await portal().call('/company/notifications/digest', { as: superAdmin });
  const { subject, text, html } = body as MailPreview;
  expect(subject).toBe('Acme spent €0.00 last week');
  expect(text).toContain('the same as the week before');
  expect(text).not.toContain('token=');
  expect(html).toContain('<h1');
});

test('a token unsubscribes without anybody being signed in, answers the same twice, and is in the log once', async () => {
  const token = writeToken(superAdmin);
  const answers = [await unsubscribe(token), await unsubscribe(token)];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 200, body: { kind: 'spendingDigest', companyName: 'Acme' } });
  }
  expect(await countOptOuts(superAdmin)).toBe(1);
  const { body } = await portal().call('/audit?entity=user', { as: superAdmin });
  const { entries } = body as { entries: { action: string }[] };
  expect(entries.filter(({ action }) => action === 'mails.unsubscribe')).toMatchObject([
    { actor: { email: superAdmin.email }, before: { spendingDigest: true }, after: { spendingDigest: false } },
  ]);
});

test('a person sees what they have unsubscribed from, and subscribes again, in the log once', async () => {
  const person = await portal().makeUser(superAdmin.companyId, { roles: ['User'] });
  await unsubscribe(writeToken(person));
  const read = () => portal().call('/user-info/mail-opt-outs', { as: person });
  expect((await read()).body).toMatchObject([{ kind: 'spendingDigest' }]);
  expect((await portal().call('/user-info/mail-opt-outs', { as: stranger })).body).toEqual([]);
  const again = { method: 'DELETE', as: person } as const;
  for (const time of [1, 2]) {
    const answer = await portal().call('/user-info/mail-opt-outs/spendingDigest', again);
    expect([time, answer.status, answer.body]).toEqual([time, 200, []]);
  }
  expect((await portal().call('/user-info/mail-opt-outs/unknown', again)).status).toBe(404);
  const { entries } = (await portal().call('/audit?entity=user', { as: superAdmin })).body as {
    entries: { action: string; actor: { email: string } }[];
  };
  const subscribed = entries.filter(({ action }) => action === 'mails.subscribe');
  expect(subscribed).toMatchObject([{ actor: { email: person.email }, after: { spendingDigest: true } }]);
});

test('a mail program unsubscribes with one posted form', async () => {
  const user = await portal().makeUser(stranger.companyId, { roles: ['Admin'] });
  const answer = await fetch(`${portal().url}/api/unsubscribe/${writeToken(user)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status).toBe(200);
  expect(await countOptOuts(stranger)).toBe(1);
  expect((await portal().call('/unsubscribe/made-up', { method: 'POST' })).status).toBe(404);
  const look = await fetch(`${portal().url}/api/unsubscribe/${writeToken(stranger)}`);
  expect(look.status).toBe(405);
  expect(await countOptOuts(stranger)).toBe(1);
});

test('a deleted user gets the same answer as any other', async () => {
  const user = await portal().makeUser(stranger.companyId, { roles: ['Admin'] });
  const token = writeToken(user);
  await portal().call('/users', { as: stranger, method: 'DELETE', body: [user.id] });
  expect(await unsubscribe(token)).toMatchObject({ status: 200, body: { kind: 'spendingDigest' } });
});

test.each([
  ['made up', () => 'abc'],
  ['of somebody else', (token: string) => token.replace(superAdmin.id, randomUUID())],
  ['too long', (token: string) => token.repeat(9)],
  ['empty', () => ''],
])('a token that is %s is refused', async (_name, change) => {
  const answer = await unsubscribe(change(writeToken(superAdmin)));
  expect(answer).toMatchObject({ status: 422, body: { fields: [{ path: 'token' }] } });
});

test('announcements are written and listed by the provider’s SuperAdmins alone, wherever they act', async () => {
  const form = { kind: 'announcement', title: 'Tere', body: 'A new dashboard is here.' };
  const headers = { 'x-company': superAdmin.companyId };
  const made = await portal().call('/announcements', { as: operator, body: form, headers });
  expect(made).toMatchObject({ status: 201, body: form });
  for (const as of [superAdmin, stranger]) {
    expect((await portal().call('/announcements', { as })).status).toBe(403);
    expect((await portal().call('/announcements', { as, body: form })).status).toBe(403);
  }
  const { body } = await portal().call('/announcements', { as: operator });
  expect((body as Announcement[]).map(({ title }) => title)).toEqual(['Tere']);
  const log = await portal().call('/audit?entity=announcement', { as: operator });
  expect(log.body).toMatchObject({ entries: [{ action: 'announcements.create', entityLabel: 'Tere' }] });
});

test('a preview counts the companies and people that an announcement reaches, and a test goes to its sender', async () => {
  const form = { kind: 'announcement', title: 'Tere', body: 'A new dashboard is here.' };
  const preview = async () => {
    const { status, body } = await portal().call('/announcements/preview', { as: operator, body: form });
    expect(status).toBe(200);
    return body as AnnouncementPreview;
  };
  const before = await preview();
  const { id: companyId, superAdmin: reader } = await portal().makeCompany();
  await run(companyId, 'update notification_settings set announcements = true');
  await portal().makeUser(companyId, { roles: ['Admin'] });
  await portal().makeUser(companyId);
  const after = await preview();
  expect([after.companies - before.companies, after.people - before.people]).toEqual([1, 2]);
  expect(after).toMatchObject({ subject: 'Tere' });
  expect(after.html).toContain('A new dashboard is here.');
  expect((await portal().call('/announcements/test', { as: operator, body: form })).status).toBe(204);
  await waitForMail(portal(), operator.email, /^\[Test\] Tere$/);
  expect(await readMails(portal(), reader.email)).toEqual([]);
  expect((await portal().call('/announcements/test', { as: reader, body: form })).status).toBe(403);
});

test('an announcement sent twice with one key is one announcement', async () => {
  const call = {
    as: operator,
    body: { kind: 'maintenance', title: 'Once', body: 'Only once.' },
    headers: { 'idempotency-key': randomUUID() },
  };
  const answers = await Promise.all([portal().call('/announcements', call), portal().call('/announcements', call)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const { body } = await portal().call('/announcements', { as: operator });
  expect((body as Announcement[]).filter(({ title }) => title === 'Once')).toHaveLength(1);
});

test.each([
  ['no kind', { kind: undefined }, 'kind'],
  ['an unknown kind', { kind: 'spam' }, 'kind'],
  ['a blank title', { title: ' \u200B ' }, 'title'],
  ['a title of 121 letters', { title: 'x'.repeat(121) }, 'title'],
  ['no text', { body: '' }, 'body'],
  ['more than there is', { everybody: true }, 'everybody'],
])('an announcement with %s is refused by name', async (_name, different, path) => {
  const form = { kind: 'announcement', title: 'T', body: 'B', ...different };
  const answer = await portal().call('/announcements', { as: operator, body: form });
  expect(answer).toMatchObject({ status: 422, body: { fields: [{ path }] } });
});
