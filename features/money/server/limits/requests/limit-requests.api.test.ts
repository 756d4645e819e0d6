import { expect, test } from 'vitest';
import { limitRequestDays, type LimitRequest } from '#features/money/contract/limits/limit-requests.ts';
import type { OwnLimit } from '#features/money/contract/limits/owner-limits.ts';
import { waitForMail } from '#server/testing/caught-mail.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { makeAssistant, type Assistant } from '../../authorize/testing/assistant.ts';

const portal = useTestPortal();
const reason = 'The yearly report is due on Friday';

const post = (path: string, as: TestUser, body: object) =>
  portal().call(`/company/limits/${path}`, { as, method: 'POST', body });
const ask = (as: TestUser, body: object = { reason }) => post('own/requests', as, body);
const decide = (as: TestUser, body: object) => post('requests/decide', as, body);

async function open() {
  const assistant = await makeAssistant(portal());
  await assistant.makeSkill('Leave', 1);
  const as = await portal().makeUser(assistant.companyId, { roles: ['SuperAdmin'] });
  const user = await portal().makeUser(assistant.companyId, { roles: ['User'] });
  return { assistant, as, user };
}

/** The token of the latest link to a decision. */
async function getToken(as: TestUser, subject: RegExp): Promise<string> {
  const { text } = await waitForMail(portal(), as.email, subject);
  return decodeURIComponent(/limits\/request\?token=([^\s"]+)/.exec(text)?.[1] ?? '');
}

const getOwn = async (as: TestUser) => (await portal().call('/company/limits/own', { as })).body as OwnLimit;

const audited = async (assistant: Assistant) =>
  (await assistant.rows('audit_entries', 'id')).filter(({ action }) => String(action).startsWith('limits.'));

test('a person asks for more, and who may change limits approves by the link of a mail, once', async () => {
  const { assistant, as, user } = await open();
  expect((await ask(user)).body).toMatchObject({ code: 'limits.nothing-to-raise' });
  await assistant.limitOwner('eachPerson', '', 5, 'warn');
  expect(await ask(user, { reason, limit: 12 })).toMatchObject({ status: 201, body: { kind: 'person' } });
  expect(await ask(user)).toMatchObject({ status: 409, body: { code: 'limits.already-asked' } });
  expect(await getOwn(user)).toMatchObject({ limit: 5, askedAt: expect.any(String) });
  const token = await getToken(as, /^More of the limit of .* is requested$/);
  expect((await assistant.rows('limit_requests')).map((row) => JSON.stringify(row)).join('')).not.toContain(token);
  const { body: read } = await post('requests/find', as, { token });
  expect(read).toMatchObject({ kind: 'person', reason, wanted: 12, limit: 5, action: 'warn', state: 'open', key: '' });
  // The link alone has no power.
  expect((await decide(user, { token, decision: 'approve', limit: 20 })).status).toBe(403);
  const other = await portal().makeCompany();
  expect((await decide(other.superAdmin, { token, decision: 'approve', limit: 20 })).status).toBe(404);
  expect((await decide(as, { token, decision: 'approve' })).status).toBe(422);
  expect(await decide(as, { token, decision: 'approve', limit: 5 })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'limit' }] },
  });
  const answers = await Promise.all([20, 21, 22].map((limit) => decide(as, { token, decision: 'approve', limit })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const { limit } = (answers.find(({ status }) => status === 200)?.body ?? {}) as LimitRequest;
  expect(await getOwn(user)).toMatchObject({ limit, action: 'warn', askedAt: null });
  const answer = await waitForMail(portal(), user.email, /^You have more of your limit/);
  expect(answer.text).toContain(`your limit is now €${limit}.00 a month excl. VAT`);
  expect(await audited(assistant)).toMatchObject([
    { action: 'limits.update', entity_label: expect.any(String), after: { limit } },
    { action: 'limits.approve-request', before: { limit: 5 }, after: { limit, reason } },
  ]);
  expect(await assistant.rows('limit_requests')).toMatchObject([{ state: 'approved', reason: '' }]);
});

test('an assistant asks for the limit that its answer has named, which is declined, and not asked again that day', async () => {
  const { assistant, as, user } = await open();
  await assistant.limitOwner('key', assistant.keyId, 1);
  await assistant.limitCompany(100);
  await assistant.ask('Leave', 'allowed', { email: user.email });
  await assistant.ask('Leave', 'denied', { email: user.email });
  const askMore = (requestId: string) => assistant.post('/authorize/limit-requests', { requestId, reason });
  expect(await askMore('denied')).toMatchObject({ status: 201, body: { kind: 'key' } });
  expect((await askMore('denied')).body).toMatchObject({ code: 'limits.already-asked' });
  expect((await askMore('never asked')).status).toBe(404);
  const token = await getToken(as, /^More of the limit of Assistant /);
  expect((await post('requests/find', as, { token })).body).toMatchObject({
    name: 'Assistant',
    key: 'Assistant',
    requester: expect.stringMatching(/./),
  });
  expect((await decide(as, { token, decision: 'decline' })).body).toMatchObject({ state: 'declined', limit: 1 });
  await waitForMail(portal(), user.email, /was declined$/);
  expect((await askMore('denied')).status).toBe(409);
  portal().clock.advance(25 * 3_600_000);
  expect((await askMore('denied')).status).toBe(201);
});

test.each(['account', 'skill', 'department'] as const)('a limit of kind %s is raised by its answer', async (kind) => {
  const { assistant, as } = await open();
  const [skill] = await assistant.run(`select id from skills where name = 'Leave'`);
  if (kind === 'account') await assistant.limitCompany(1);
  if (kind === 'skill') await assistant.limitSkill(String(skill?.['id']), 1);
  if (kind === 'department') {
    await assistant.limitOwner('department', 'Sales', 1);
    await assistant.run(
      `insert into cost_owners (person_id, from_month, recorded_month, department) values ($1, '0001-01-01', '2026-01-01', 'Sales')`,
      [as.id],
    );
  }
  for (const id of ['one', 'two']) await assistant.ask('Leave', id, { email: as.email });
  expect((await assistant.post('/authorize/limit-requests', { requestId: 'two', reason })).status).toBe(201);
  const token = await getToken(as, /is requested$/);
  expect((await decide(as, { token, decision: 'approve', limit: 3 })).body).toMatchObject({ kind, limit: 3 });
  expect(await assistant.ask('Leave', 'three', { email: as.email })).toMatchObject({ decision: 'allow', remaining: 1 });
});

test('a limit that was removed since is not set by an approval', async () => {
  const { assistant, as } = await open();
  await assistant.limitCompany(1);
  for (const id of ['one', 'two']) await assistant.ask('Leave', id);
  expect((await assistant.post('/authorize/limit-requests', { requestId: 'two', reason })).status).toBe(201);
  const token = await getToken(as, /is requested$/);
  await assistant.limitCompany(null);
  expect(await decide(as, { token, decision: 'approve', limit: 3 })).toMatchObject({
    status: 409,
    body: { code: 'limits.request-closed' },
  });
  expect(await assistant.rows('company_limits')).toMatchObject([{ limit_ten_thousandths: null }]);
  expect((await decide(as, { token, decision: 'decline' })).status).toBe(200);
});

test('a link expires, a person who is not listed cannot be raised, and bad texts are refused', async () => {
  const { assistant, as, user } = await open();
  await assistant.limitOwner('eachPerson', '', 0);
  await assistant.ask('Leave', 'unlisted', { id: 'u-1' });
  const answer = await assistant.post('/authorize/limit-requests', { requestId: 'unlisted', reason });
  expect(answer.body).toMatchObject({ code: 'limits.person-not-listed' });
  for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason, limit: -1 }, { reason, limit: 1e11 }])
    expect((await ask(user, body)).status).toBe(422);
  expect((await ask(user, { reason: '=cmd|calc' })).status).toBe(201);
  const token = await getToken(as, /is requested$/);
  portal().clock.advance(limitRequestDays * 86_400_000);
  const late = await portal().makeUser(assistant.companyId, { roles: ['SuperAdmin'] });
  expect((await decide(late, { token, decision: 'approve', limit: 9 })).body).toMatchObject({
    code: 'limits.request-closed',
  });
  expect((await ask(late)).status).toBe(201);
  expect((await assistant.rows('limit_requests', 'created_at')).map(({ state }) => state)).toEqual(['expired', 'open']);
});
