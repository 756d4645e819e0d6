import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import type { CompanySkill } from '#features/skills/contract/company-skills.ts';
import type { Skill } from '#features/skills/contract/skills.ts';
import { readMails, waitForMail, type ReceivedMail } from '#server/testing/caught-mail.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { useSkillCalls } from '../testing/skill-calls.ts';
import { useStateCalls } from '../testing/state-calls.ts';

/* A link of an approval outlives the rights of who requested it, and of who got it, by days. */

const portal = useTestPortal();
const skills = useSkillCalls(portal);
const { configure, command, makeCustomer } = useStateCalls(portal);
let reviewed: Skill;

beforeAll(async () => {
  const { superAdmin } = await portal().makeCompany({ name: 'The provider', isProvider: true });
  reviewed = await skills.make(superAdmin, { name: 'Payslip', workflowApproval: true, price: 3 });
});

const approvals = (path: string, body: object) => portal().call(`/skill-approvals/${path}`, { method: 'POST', body });
const stateOf = async (as: TestUser, id: string) => ((await configure(as, id)).body as CompanySkill).state;

const toToken = ({ text }: ReceivedMail) => decodeURIComponent(/skill-approval\?token=([^\s"]+)/.exec(text)?.[1] ?? '');

const readToken = async (email: string) => toToken(await waitForMail(portal(), email, /waiting for your approval/));

const leavers = {
  'was deactivated': { deactivated_at: 'now()' },
  'was demoted': { roles: `'{User}'` },
} as const;
test.each(Object.entries(leavers))(
  'a request whose requester %s activates nothing, until another one sends it',
  async (_, column) => {
    const { superAdmin: as } = await makeCustomer();
    const person = await portal().makeUser(as.companyId, { roles: ['SuperAdmin'] });
    const reviewerEmail = `${randomUUID()}@review.example`;
    expect((await command(person, reviewed._id, { command: 'request', reviewerEmail })).status).toBe(200);
    const token = await readToken(reviewerEmail);
    expect((await approvals('find', { token })).body).toMatchObject({ status: 'open' });
    const [[name, value] = []] = Object.entries(column);
    await portal().database.inCompany(as.companyId, (tx) =>
      runSql(tx, `update users set ${name} = ${value} where id = $1`, [person.id]),
    );
    expect((await approvals('find', { token })).body).toMatchObject({ status: 'expired' });
    expect(await approvals('decide', { token, decision: 'approve' })).toMatchObject({
      status: 409,
      body: { code: 'skills.request-closed' },
    });
    expect(await stateOf(as, reviewed._id)).toBe('requested');
    const again = { as, method: 'POST' } as const;
    expect((await portal().call(`/skills/store/${reviewed._id}/request/link`, again)).status).toBe(200);
    // The clock stands, so that the order of both mails is open.
    const second = await vi.waitFor(async () => {
      const newer = (await readMails(portal(), reviewerEmail)).map(toToken).find((each) => each !== token);
      if (newer === undefined) throw new Error('the second link is still on its way');
      return newer;
    });
    expect((await approvals('decide', { token: second, decision: 'approve' })).status).toBe(200);
  },
);

test.each([
  ['deactivated', 'update users set deactivated_at = now() where id = $1'],
  ['deleted', 'delete from users where id = $1'],
])('a reviewer of the company who was %s decides nothing', async (_, sql) => {
  const { superAdmin: as } = await makeCustomer();
  const reviewer = await portal().makeUser(as.companyId, { roles: ['Admin'] });
  await command(as, reviewed._id, { command: 'request', reviewerEmail: reviewer.email.toUpperCase() });
  const token = await readToken(reviewer.email);
  expect((await approvals('find', { token })).body).toMatchObject({ status: 'open' });
  await portal().database.inCompany(as.companyId, (tx) => runSql(tx, sql, [reviewer.id]));
  for (const decision of ['approve', 'refuse']) {
    expect((await approvals('decide', { token, decision, reason: 'none' })).status).toBe(409);
  }
  expect(await stateOf(as, reviewed._id)).toBe('requested');
});

test('an operator of the provider requests in a company, and its link holds while it is one', async () => {
  const { superAdmin: as } = await makeCustomer();
  const { id: providerId } = await portal().makeCompany({ isProvider: true });
  const other = await portal().makeUser(providerId, { roles: ['SuperAdmin'] });
  const headers = { 'x-company': as.companyId };
  const reviewerEmail = `${randomUUID()}@review.example`;
  const body = { command: 'request', reviewerEmail };
  expect((await portal().call(`/skills/store/${reviewed._id}/state`, { as: other, headers, body })).status).toBe(200);
  const token = await readToken(reviewerEmail);
  expect((await approvals('find', { token })).body).toMatchObject({ status: 'open' });
  await portal().database.inCompany(providerId, (tx) =>
    runSql(tx, `update users set roles = '{Admin}' where id = $1`, [other.id]),
  );
  expect((await approvals('decide', { token, decision: 'approve' })).status).toBe(409);
});
