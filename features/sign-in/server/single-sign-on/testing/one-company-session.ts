import { expect } from 'vitest';
import { readAuthenticator } from '#server/testing/authenticator.ts';
import type { Browser } from '#server/testing/browser.ts';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { testPassword, type TestPortal, type TestUser } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

const ofOneCompany = { status: 403, body: { code: 'session.of-one-company' } };

export async function addSecondFactor(portal: TestPortal, user: TestUser): Promise<void> {
  const setUp = await portal.call('/session/two-factor', { as: user, body: { password: testPassword } });
  const { secret } = setUp.body as { secret: string };
  const code = readAuthenticator(secret, portal.clock.now());
  expect((await portal.call('/session/two-factor/confirm', { as: user, body: { code } })).status).toBe(200);
}

/** A person of a company of its own, with a second factor and an open session there, whose address `added` adds. */
export async function makeShared(portal: TestPortal, added: TestUser, email: string): Promise<TestUser> {
  const home = await portal.makeCompany();
  const ann = await portal.makeUser(home.id, { email });
  await addSecondFactor(portal, ann);
  expect((await portal.call('/users', { as: added, body: newUserForm({ email }) })).status).toBe(201);
  return ann;
}

/** The changes of an account that a session of one company may not make, by their paths. */
export function listSharedChanges(): [string, object][] {
  const both = { password: testPassword, method: 'totp', code: '123456' };
  return [
    ['/session/password', { body: { password: testPassword, newPassword: 'Changed-2027!' } }],
    ['/session/two-factor', { body: { password: testPassword } }],
    ['/session/two-factor/confirm', { body: { code: '123456' } }],
    ['/session/two-factor/disable', { body: both }],
    ['/session/two-factor/recovery-codes', { body: both }],
    ['/session/contact-code', { method: 'POST' }],
    ['/session/contact-code', { method: 'DELETE' }],
    ['/session/verify-contact', { body: { code: '123456' } }],
  ];
}

interface Sessions {
  /** The person, with a session of another company that has to live on. */
  readonly ann: TestUser;
  /** Both of the company whose issuer opened them. */
  readonly browser: Browser;
  readonly other: Browser;
  /** Paths of what the session may change, because it is of its issuer alone. */
  readonly own?: readonly string[];
}

/** Tries all that a session of one company's issuer must not do to the person's other companies. */
export async function expectOneCompanySession(portal: TestPortal, { ann, browser, other, own = [] }: Sessions) {
  const toHeaders = async (each: Browser) => ({ authorization: `Bearer ${(await each.fetchToken()) ?? 'a.b.c'}` });
  const [headers, others] = [await toHeaders(browser), await toHeaders(other)];
  const call = (path: string, more: object = {}) => portal.call(path, { headers, ...more });
  // The address has moved on to one that is not the issuer's.
  const setEmails = (email: string, pending: string | null) =>
    portal.database.systemPool.query('update identity.accounts set email = $2, pending_email = $3 where id = $1', [
      ann.accountId,
      email,
      pending,
    ]);
  await setEmails(`${ann.accountId}@private.example`, `${ann.accountId}@later.example`);
  const user = (await call('/session/user')).body as { companies: object[] };
  expect(user).toMatchObject({ hasTwoFactor: false, pendingEmail: null });
  expect(user.companies).toHaveLength(1);
  expect((await call('/session/user', { headers: { ...headers, 'x-company': ann.companyId } })).status).toBe(401);
  const listed = (await call('/session/sessions')).body as { id: string }[];
  expect(listed).toHaveLength(2);
  const all = (await portal.call('/session/sessions', { as: ann })).body as { id: string }[];
  const foreign = all.filter(({ id }) => listed.every((each) => each.id !== id));
  expect(foreign).toHaveLength(1);
  expect((await call(`/session/sessions/${foreign[0]?.id}`, { method: 'DELETE' })).status).toBe(404);
  for (const [path, more] of listSharedChanges().filter(([each]) => !own.includes(each))) {
    expect([path, await call(path, more)]).toMatchObject([path, ofOneCompany]);
  }
  expect((await call('/session/sessions', { method: 'DELETE' })).status).toBe(200);
  expect((await portal.call('/session/user', { headers: others })).status).toBe(401);
  expect((await portal.call('/session/user', { as: ann })).status).toBe(200);
  expect((await call('/session/sign-out-everywhere', { method: 'POST' })).status).toBe(200);
  expect((await portal.call('/session/user', { as: ann })).status).toBe(200);
  expect((await call('/session/user')).status).toBe(401);
  await setEmails(ann.email, null);
  const entries = await portal.database.inCompany(ann.companyId, (tx) =>
    runSql<{ action: string }>(tx, 'select action from audit_entries where actor_account_id = $1', [ann.accountId]),
  );
  expect(entries.map(({ action }) => action)).toEqual(['account.two-factor-on']);
}
