import { expect, test } from 'vitest';
import { useTestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';
import {
  erasePerson,
  findPerson,
  makeReportingCompany,
  waitForErasures,
} from '#features/intake/server/testing/person-sender.ts';

const portal = useTestPortal();

async function erase(as: TestUser, id: string): Promise<void> {
  expect((await erasePerson(portal(), as, id)).status).toBe(201);
  await waitForErasures(portal(), as);
}

const reportedBy = (email: string) => ({
  id: `of ${email}`,
  date: new Date(portal().clock.now().getTime() - 60_000).toISOString(),
  skill: 'Leave',
  user: { email },
  status: 'Completed',
  messages: [],
});

/** Puts a mail into the queue that waits for an hour; without a company it is one of an account. */
async function queueMail(address: string, companyId?: string): Promise<void> {
  const mail = { to: { address }, subject: `${companyId ?? 'account'} ${address}`, text: 't', html: 'h' };
  const options = { startAfter: new Date(Date.now() + 3_600_000) };
  const payload = { ...mail, ...(companyId !== undefined && { companyId }) };
  await portal().database.inSystem('demo.seed', (tx) =>
    portal().adapters.jobs.enqueue(tx, 'mail.send', payload, options),
  );
}

async function listQueued(address: string): Promise<string[]> {
  const { rows } = await portal().database.systemPool.query<{ subject: string }>(
    `select data ->> 'subject' as subject from pgboss.job_common where lower(data -> 'to' ->> 'address') = $1 order by 1`,
    [address],
  );
  return rows.map(({ subject }) => subject.split(' ', 1)[0] ?? '');
}

test('an erasure deletes the mails of its company alone, and those of an account with its last user', async () => {
  const { companyId, superAdmin, send } = await makeReportingCompany(portal());
  const other = await portal().makeCompany();
  const { email } = other.superAdmin;
  // Reported by the assistant of a company that does not know the person.
  await send({ conversations: [reportedBy(email.toUpperCase())] });
  for (const each of [companyId, other.id, undefined]) await queueMail(email, each);
  await erase(superAdmin, (await findPerson(portal(), superAdmin, email)).id);
  expect(await listQueued(email)).toEqual(['account', other.id].toSorted());
  // A user of both companies, and one of this alone.
  const shared = `shared${Math.random()}@test.example`;
  const user = await portal().makeUser(companyId, { email: shared });
  const added = await portal().call('/users', { as: other.superAdmin, body: newUserForm({ email: shared }) });
  expect(added.status).toBe(201);
  const single = await portal().makeUser(companyId);
  for (const address of [shared, single.email]) {
    for (const each of [companyId, other.id, undefined]) await queueMail(address, each);
  }
  for (const { id } of [user, single]) {
    await erase(superAdmin, id);
  }
  expect(await listQueued(shared)).toEqual(expect.arrayContaining(['account', other.id]));
  expect(await listQueued(shared)).not.toContain(companyId);
  expect(await listQueued(single.email)).toEqual([other.id]);
});

test('deleted users leave no mails of their company in the queue, and none of an account that is gone', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const other = await portal().makeCompany();
  const shared = await portal().makeUser(companyId);
  const { email } = shared;
  expect((await portal().call('/users', { as: other.superAdmin, body: newUserForm({ email }) })).status).toBe(201);
  const single = await portal().makeUser(companyId);
  const kept = await portal().makeUser(companyId);
  for (const address of [email, single.email, kept.email]) {
    for (const each of [companyId, undefined]) await queueMail(address, each);
  }
  const body = [shared.id, single.id];
  expect((await portal().call('/users', { as: superAdmin, method: 'DELETE', body })).status).toBe(200);
  expect(await listQueued(email)).not.toContain(companyId);
  expect(await listQueued(email)).toContain('account');
  expect(await listQueued(single.email)).toEqual([]);
  expect(await listQueued(kept.email)).toEqual(['account', companyId].toSorted());
});

test('who is deactivated, or gives way to another address, gets no more of the mails that wait', async () => {
  const { id: companyId, superAdmin } = await portal().makeCompany();
  const [left, moved, kept] = [1, 2, 3].map(() => portal().makeUser(companyId));
  const people = await Promise.all([left, moved, kept].map(async (person) => (await person) as TestUser));
  for (const { email } of people) for (const each of [companyId, undefined]) await queueMail(email, each);
  const [first, second, third] = people as [TestUser, TestUser, TestUser];
  const call = (path: string, body?: unknown) => portal().call(path, { as: superAdmin, method: 'POST', body });
  expect((await call(`/users/${first.id}/deactivation`)).status).toBe(200);
  expect((await call(`/users/${second.id}`, newUserForm())).status).toBe(200);
  expect((await call(`/users/${third.id}`, newUserForm({ email: third.email, lastName: 'Lepp' }))).status).toBe(200);
  expect(await listQueued(first.email)).toEqual(['account']);
  expect(await listQueued(second.email)).not.toContain(companyId);
  expect(await listQueued(third.email)).toEqual(['account', companyId].toSorted());
});
