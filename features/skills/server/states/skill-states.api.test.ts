import { beforeAll, expect, test } from 'vitest';
import type { CompanySkill, SkillApproval } from '#features/skills/contract/company-skills.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { readMails, waitForMail } from '#server/testing/caught-mail.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { useSkillCalls } from '../testing/skill-calls.ts';
import { skillSettings as settings, useStateCalls } from '../testing/state-calls.ts';

const portal = useTestPortal();
const skills = useSkillCalls(portal);
const { configure, command, makeCustomer } = useStateCalls(portal);
let operator: TestUser;
let plain: Skill;
let reviewed: Skill;

beforeAll(async () => {
  operator = (await portal().makeCompany({ name: 'The provider', isProvider: true })).superAdmin;
  plain = await skills.make(operator, { name: 'Stock check', workflowApproval: false, price: 2 });
  reviewed = await skills.make(operator, { name: 'Payslip', workflowApproval: true, price: 3 });
});

const approvals = (path: string, body: object) => portal().call(`/skill-approvals/${path}`, { method: 'POST', body });
const stateOf = async (as: TestUser, id: string) => ((await configure(as, id)).body as CompanySkill).state;

/** The token of the latest link that was mailed to a reviewer. */
async function readToken(email: string): Promise<string> {
  const mail = await waitForMail(portal(), email, /waiting for your approval/);
  return decodeURIComponent(/skill-approval\?token=([^\s"]+)/.exec(mail.text)?.[1] ?? '');
}

test('a provided skill is active from the start, deactivated, activated and uninstalled, and the assistant follows at once', async () => {
  const { superAdmin: as, ask } = await makeCustomer();
  const listed = (await skills.listStore(as)).find(({ _id }) => _id === plain._id);
  expect(listed).toMatchObject({ state: 'active', requiresApproval: false });
  expect(await ask('Stock check', '0')).toMatchObject({ decision: 'allow' });
  await command(as, plain._id, { command: 'uninstall' });
  expect(await ask('Stock check', '1')).toEqual({
    decision: 'deny',
    reservation: null,
    remaining: null,
    message: expect.stringMatching(
      /^“Stock check” cannot run now\. .* Ask a SuperAdmin to activate it under Skills\.$/,
    ),
  });
  expect(await ask('A name of no skill', '0a')).toMatchObject({ decision: 'allow' });
  expect(await command(as, plain._id, { command: 'activate' })).toMatchObject({
    status: 200,
    body: { state: 'active', history: [{ transition: 'activate', from: 'uninstalled', to: 'active' }, {}] },
  });
  // The same request is decided anew.
  expect(await ask('Stock check', '1')).toMatchObject({ decision: 'allow' });
  expect(await command(as, plain._id, { command: 'activate' })).toMatchObject({
    status: 409,
    body: { code: 'skills.state-impossible' },
  });
  await command(as, plain._id, { command: 'deactivate', reason: ' Stocktaking ' });
  expect((await ask('Stock check', '2')).message).toContain('It has been deactivated.');
  const { body } = await command(as, plain._id, { command: 'uninstall' });
  expect((body as CompanySkill).history).toMatchObject([
    { transition: 'uninstall', to: 'uninstalled', reason: null },
    { transition: 'deactivate', to: 'inactive', reason: 'Stocktaking', actor: { email: as.email } },
    { transition: 'activate', to: 'active' },
    { transition: 'uninstall', from: 'active' },
  ]);
  expect(await skills.listAudit(as, plain._id)).toMatchObject([
    { action: 'skills.uninstall', before: { state: 'inactive' }, after: { state: 'uninstalled' } },
    { action: 'skills.deactivate' },
    { action: 'skills.activate' },
    { action: 'skills.uninstall' },
  ]);
  expect((await command(as, plain._id, { command: 'request' })).status).toBe(409);
});

test('a skill with approval is requested by e-mail, approved once by the link, and then activated', async () => {
  const { superAdmin: as, ask } = await makeCustomer('Globex');
  const reviewer = 'rita@review.example';
  expect((await command(as, reviewed._id, { command: 'activate' })).status).toBe(409);
  expect(await command(as, reviewed._id, { command: 'request' })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'reviewerEmail' }] },
  });
  await configure(as, reviewed._id, { ...settings, notifyUser: true, notifyApprover: true });
  expect(await command(as, reviewed._id, { command: 'request', reviewerEmail: 'Rita@Review.example' })).toMatchObject({
    status: 200,
    body: { state: 'requested', request: { reviewerEmail: reviewer } },
  });
  expect((await ask('Payslip', '1')).message).toContain('It is waiting for approval.');
  const token = await readToken(reviewer);
  expect(await approvals('find', { token })).toMatchObject({
    status: 200,
    body: {
      status: 'open',
      companyName: 'Globex',
      skill: { name: 'Payslip' },
      price: 3,
      requestedBy: { email: as.email },
      timeZone: 'Europe/Tallinn',
    },
  });
  expect(await stateOf(as, reviewed._id)).toBe('requested');
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => approvals('decide', { token, decision: 'approve', reason: 'Go ahead' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect((await approvals('find', { token })).body).toMatchObject({
    status: 'approved',
  } satisfies Partial<SkillApproval>);
  expect((await ask('Payslip', '2')).message).toContain('It is approved but not active yet.');
  const toRequester = await waitForMail(portal(), as.email, /is now approved/);
  expect(toRequester.text).toContain('Go ahead');
  expect(await command(as, reviewed._id, { command: 'activate' })).toMatchObject({ body: { state: 'active' } });
  expect(await ask('Payslip', '3')).toMatchObject({ decision: 'allow' });
  const toReviewer = await waitForMail(portal(), reviewer, /is now active/);
  expect(toReviewer.text).not.toContain(as.email);
  expect(await skills.listAudit(as, reviewed._id)).toMatchObject([
    { action: 'skills.activate' },
    { action: 'skills.approve', actor: { name: 'Reviewer', email: reviewer }, after: { reason: 'Go ahead' } },
    { action: 'skills.request', after: { reviewer } },
    { action: 'skills.configure' },
  ]);
  const rows = await portal().database.inCompany(as.companyId, (tx) =>
    runSql<{ row: string }>(tx, 'select to_jsonb(r)::text as row from skill_requests r'),
  );
  expect(rows[0]?.row).not.toContain(token.split('.').at(-1));
});

test('own skills are active from the start, except those that ask for approval', async () => {
  const { superAdmin: as, ask } = await makeCustomer();
  const own = await skills.make(as, { name: 'Shelves', workflowApproval: false });
  expect([own.state, (await ask('Shelves', '1')).decision]).toEqual(['active', 'allow']);
  const guarded = await skills.make(as, { name: 'Vendor data', workflowApproval: true });
  expect([guarded.state, guarded.requiresApproval]).toEqual(['available', true]);
  // Asked for later, it changes nothing of what is active.
  expect(await skills.save(as, own._id, { ...own, workflowApproval: true })).toMatchObject({
    body: { state: 'active', requiresApproval: true },
  });
  await command(as, guarded._id, { command: 'request', reviewerEmail: 'own@review.example' });
  const mail = await waitForMail(portal(), 'own@review.example', /approval/);
  // What a company typed is not mailed to a stranger.
  expect(mail.text).not.toContain('Vendor data');
  expect(await skills.remove(as, guarded._id)).toMatchObject({ status: 204 });
  const token = await readToken('own@review.example');
  expect((await approvals('find', { token })).body).toMatchObject({ status: 'withdrawn' });
  expect((await approvals('decide', { token, decision: 'approve' })).status).toBe(409);
});

test('a suspended company deactivates, but requests and activates nothing', async () => {
  const { id, superAdmin: as } = await makeCustomer();
  await portal().call(`/companies/${id}/suspension`, { as: operator, method: 'POST', body: { reason: 'Unpaid' } });
  expect((await command(as, plain._id, { command: 'deactivate' })).status).toBe(200);
  const refused = { status: 403, body: { code: 'company.suspended', message: expect.stringContaining('Unpaid') } };
  expect(await command(as, plain._id, { command: 'activate' })).toMatchObject(refused);
  const request = { command: 'request', reviewerEmail: 'no@review.example' };
  expect(await command(as, reviewed._id, request)).toMatchObject(refused);
  expect(await readMails(portal(), 'no@review.example')).toEqual([]);
});

test('the link of a suspended company approves nothing, refuses, and approves again once the company is back', async () => {
  const { id, superAdmin: as } = await makeCustomer();
  const reviewer = 'late@review.example';
  await command(as, reviewed._id, { command: 'request', reviewerEmail: reviewer });
  const token = await readToken(reviewer);
  const suspend = (method: string) =>
    portal().call(`/companies/${id}/suspension`, { as: operator, method, body: { reason: 'Unpaid' } });
  await suspend('POST');
  const approve = () => approvals('decide', { token, decision: 'approve' });
  expect(await approve()).toMatchObject({ status: 403, body: { code: 'company.suspended' } });
  expect((await approvals('find', { token })).body).toMatchObject({ status: 'open' });
  await portal().call(`/companies/${id}/suspension`, { as: operator, method: 'DELETE' });
  expect(await approve()).toMatchObject({ status: 200, body: { status: 'approved' } });
});

test('a skill with a price waits for the address of the company, a free one and an active one never', async () => {
  const free = await skills.make(operator, { name: 'Opening hours', workflowApproval: false, price: 0 });
  const { id, superAdmin: as, ask } = await makeCustomer();
  const setCity = (city: string | null) =>
    portal().database.inCompany(id, (tx) => runSql(tx, 'update companies set city = $1', [city]));
  await setCity(null);
  expect(await ask('Stock check', '1')).toMatchObject({ decision: 'allow' });
  for (const skill of [plain, free]) await command(as, skill._id, { command: 'deactivate' });
  const { body } = await command(as, plain._id, { command: 'activate' });
  expect(body).toMatchObject({ code: 'skills.no-address' });
  const step = { skills: [plain._id, free._id], command: 'activate' };
  const steps = await portal().call('/skills/states', { as, method: 'POST', body: step });
  expect(steps.body).toMatchObject({ results: [{ result: 'no-address' }, { result: 'done' }] });
  await setCity('Tartu');
  expect((await command(as, plain._id, { command: 'activate' })).status).toBe(200);
});

test('who requests is no reviewer in place of the one that is set', async () => {
  const { superAdmin: as } = await makeCustomer();
  await configure(as, reviewed._id, { ...settings, reviewerEmail: 'set@review.example' });
  const [name, domain] = as.email.split('@');
  for (const own of [as.email, as.email.toUpperCase(), `${name}+me@${domain}`]) {
    expect(await command(as, reviewed._id, { command: 'request', reviewerEmail: own })).toMatchObject({
      status: 422,
      body: { fields: [{ path: 'reviewerEmail' }] },
    });
  }
  const other = { command: 'request', reviewerEmail: 'deputy@review.example' };
  expect(await command(as, reviewed._id, other)).toMatchObject({ status: 200 });
});

test('what is reported of a skill that is not active is recorded, billed and marked in the log', async () => {
  const { superAdmin: as, report } = await makeCustomer();
  const start = portal().clock.now().getTime();
  const reportAt = async (id: string) => {
    const date = portal().clock.now().toISOString();
    const conversations = [{ id, date, skill: 'Stock check', requests: [{ id }] }];
    expect((await report({ conversations })).status).toBe(200);
  };
  await reportAt('active');
  portal().clock.advance(1000);
  await command(as, plain._id, { command: 'deactivate' });
  await reportAt('inactive');
  const from = new Date(start - 60_000).toISOString();
  const { body } = await portal().call('/analytics/logs', { as, body: { from } });
  const { payloads } = body as { payloads: { skillState?: string }[] };
  expect(payloads.map(({ skillState }) => skillState)).toEqual(['inactive', undefined]);
  const usage = (await portal().call('/company/skills/usage', { as })).body;
  expect(usage).toMatchObject({ data: [{ name: 'Stock check', requests: 2, total: 4 }] });
});

test('the link of an open request is sent again, also when it has expired: the old one ends, and the log says so', async () => {
  const { id, superAdmin: as } = await makeCustomer();
  const reviewer = 'again@review.example';
  const resend = (by = as) => portal().call(`/skills/store/${reviewed._id}/request/link`, { as: by, method: 'POST' });
  expect(await resend()).toMatchObject({ status: 409, body: { code: 'skills.state-impossible' } });
  await command(as, reviewed._id, { command: 'request', reviewerEmail: reviewer });
  const first = await readToken(reviewer);
  portal().clock.advance(15 * 86_400_000);
  const later = { ...as, token: await portal().fetchToken(await portal().signIn(as.email)) };
  const user = await portal().makeUser(id, { roles: ['User'] });
  expect((await resend(user)).status).toBe(403);
  expect((await approvals('find', { token: first })).body).toMatchObject({ status: 'expired' });
  const { status, body } = await resend(later);
  expect(status).toBe(200);
  const expiresAt = (body as CompanySkill).request?.expiresAt ?? '';
  expect(Date.parse(expiresAt)).toBe(portal().clock.now().getTime() + 14 * 86_400_000);
  await expect.poll(() => readToken(reviewer)).not.toBe(first);
  const second = await readToken(reviewer);
  expect((await approvals('decide', { token: first, decision: 'approve' })).status).toBe(404);
  expect(await skills.listAudit(later, reviewed._id)).toMatchObject([
    {
      action: 'skills.resend-request',
      actor: { email: as.email },
      before: null,
      after: { reviewer, linkExpires: expiresAt },
    },
    { action: 'skills.request' },
  ]);
  expect((await approvals('decide', { token: second, decision: 'approve' })).status).toBe(200);
  expect((await resend(later)).status).toBe(409);
});

test('a link that is withdrawn, expired, refused, changed or made up decides nothing', async () => {
  const { superAdmin: as } = await makeCustomer();
  const request = async (email: string) => {
    expect((await command(as, reviewed._id, { command: 'request', reviewerEmail: email })).status).toBe(200);
    return readToken(email);
  };
  const decide = async (token: string) => {
    const { status, body } = await approvals('decide', { token, decision: 'approve' });
    return [status, (body as { code?: string }).code];
  };
  const closed = [409, 'skills.request-closed'];
  const withdrawn = await request('one@review.example');
  await command(as, reviewed._id, { command: 'withdraw' });
  expect(await decide(withdrawn)).toEqual(closed);
  expect((await approvals('find', { token: withdrawn })).body).toMatchObject({ status: 'withdrawn' });

  const refused = await request('two@review.example');
  expect(await decide(withdrawn)).toEqual(closed);
  expect((await approvals('decide', { token: refused, decision: 'refuse', reason: 'Too dear' })).status).toBe(200);
  expect(await decide(refused)).toEqual(closed);
  expect(((await configure(as, reviewed._id)).body as CompanySkill).history[0]).toMatchObject({
    transition: 'refuse',
    to: 'available',
    reason: 'Too dear',
    actor: { name: 'Reviewer', email: 'two@review.example' },
  });

  const expired = await request('three@review.example');
  const [company = '', id = '', secret = ''] = expired.split('.');
  const other = (await makeCustomer()).id;
  for (const token of [`${company}.${id}.${'A'.repeat(43)}`, `${other}.${id}.${secret}`, `${company}.${id}`, 'x']) {
    expect(await decide(token)).toEqual([404, 'record.not-found']);
    expect((await approvals('find', { token })).status).toBe(404);
  }
  portal().clock.advance(14 * 24 * 3_600_000);
  expect(await decide(expired)).toEqual(closed);
  expect((await approvals('find', { token: expired })).body).toMatchObject({ status: 'expired' });
  // Sessions have ended as well.
  expect(
    await portal().database.inCompany(as.companyId, (tx) =>
      runSql(tx, 'select state from company_skills where skill_id = $1', [reviewed._id]),
    ),
  ).toEqual([{ state: 'requested' }]);
});
