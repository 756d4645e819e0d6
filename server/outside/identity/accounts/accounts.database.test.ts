import { beforeEach, describe, expect, it } from 'vitest';
import { buildCompany, buildUser } from '../../../database/testing/builders.ts';
import { Browser, password } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';

const fixture = useIdentity();
let browser: Browser;
let companyId: string;

beforeEach(async () => {
  browser = new Browser();
  companyId = (await buildCompany(fixture.database)).id;
});

/** Makes an account as the application role in the company's transaction, as for new users. */
const ensure = (email: string) =>
  fixture.database.inCompany(companyId, (tx) => fixture.identity.ensureAccount(tx, { email, name: 'Ann Person' }));

const remove = (accountId: string) =>
  fixture.database.inCompany(companyId, (tx) => fixture.identity.deleteAccount(tx, accountId));

describe('an account made by a SuperAdmin', () => {
  it('signs in with its temporary password, and gets no token before it has a new one', async () => {
    const email = fixture.newEmail();
    const { temporaryPassword = '' } = await ensure(email);
    const answer = await fixture.signIn(browser, email, temporaryPassword);
    expect(answer).toMatchObject({ ok: true, state: 'requireNewPassword' });
    const { identity } = fixture;
    expect(await identity.issueToken(browser.caller)).toEqual({ ok: false, reason: 'stepOutOfTurn' });
    const same = await identity.setNewPassword(browser.caller, { password: temporaryPassword });
    expect(same).toEqual({ ok: false, reason: 'samePassword' });
    const changed = await identity.setNewPassword(browser.caller, { password });
    expect(changed).toMatchObject({ ok: true, state: 'signedIn' });
    browser.keep(changed);
    expect(await identity.issueToken(browser.caller)).toMatchObject({ ok: true });
    expect(await fixture.signIn(new Browser(), email, temporaryPassword)).toMatchObject({ ok: false });
  });

  it('ends its other sessions with the new password', async () => {
    const email = fixture.newEmail();
    const { temporaryPassword = '' } = await ensure(email);
    const other = new Browser();
    await fixture.signIn(other, email, temporaryPassword);
    await fixture.signIn(browser, email, temporaryPassword);
    browser.keep(await fixture.identity.setNewPassword(browser.caller, { password }));
    expect(await fixture.identity.getSession(other.caller)).toMatchObject({ state: 'signedOut' });
    expect(await fixture.identity.getSession(browser.caller)).toMatchObject({ state: 'signedIn' });
  });

  it('is left alone where it exists, without a temporary password', async () => {
    const { email, accountId } = await fixture.signUpProven();
    expect(await ensure(email.toUpperCase())).toEqual({ accountId, temporaryPassword: undefined });
    expect(await fixture.signIn(browser, email)).toMatchObject({ state: 'signedIn' });
  });

  it('takes an unproven sign-up of a stranger over, whose password opens nothing any more', async () => {
    const email = fixture.newEmail();
    await fixture.signUp(browser.caller, email);
    const strangersCode = fixture.lastCode(email, 'verify');
    const { temporaryPassword = '' } = await ensure(email);
    expect(temporaryPassword).not.toBe('');
    expect(await fixture.signIn(browser, email)).toEqual({ ok: false, reason: 'wrongCredentials' });
    const confirmed = await fixture.identity.confirmSignUp(browser.caller, { email, code: strangersCode });
    expect(confirmed).toEqual({ ok: false, reason: 'wrongCode' });
    expect(await fixture.signIn(browser, email, temporaryPassword)).toMatchObject({ state: 'requireNewPassword' });
  });

  it('is not made where the transaction of its user rolls back', async () => {
    const email = fixture.newEmail();
    const failing = fixture.database.inCompany(companyId, async (tx) => {
      await fixture.identity.ensureAccount(tx, { email, name: 'Ann Person' });
      throw new Error('the user could not be made');
    });
    await expect(failing).rejects.toThrow('the user could not be made');
    const { rows } = await fixture.pool.query('select from identity.accounts WHERE email = $1', [email]);
    expect(rows).toEqual([]);
  });

  it('is made once by two companies at the same instant', async () => {
    const email = fixture.newEmail();
    const made = await Promise.all([ensure(email), ensure(email)]);
    expect(new Set(made.map(({ accountId }) => accountId)).size).toBe(1);
    expect(made.filter(({ temporaryPassword }) => temporaryPassword !== undefined)).toHaveLength(1);
  });
});

describe('removing an account', () => {
  it('ends its sessions', async () => {
    const { email, accountId } = await fixture.signUpProven();
    await fixture.signIn(browser, email);
    expect(await remove(accountId)).toBe(true);
    expect(await fixture.identity.getSession(browser.caller)).toMatchObject({ state: 'signedOut' });
    expect(await fixture.signIn(browser, email)).toMatchObject({ ok: false });
  });

  it('is refused while another company has it as a user', async () => {
    const { email, accountId } = await fixture.signUpProven();
    const { id } = await buildCompany(fixture.database);
    await buildUser(fixture.database, id, { accountId, email });
    expect(await remove(accountId)).toBe(false);
    expect(await fixture.signIn(browser, email)).toMatchObject({ ok: true });
  });
});

describe('an account the portal does not let in', () => {
  it('is denied after the right password and keeps no session', async () => {
    const { email, accountId } = await fixture.signUpProven();
    fixture.deniedAccounts.add(accountId);
    expect(await fixture.signIn(browser, email)).toMatchObject({ ok: true, state: 'denied', cookies: [] });
    expect(await fixture.signIn(browser, email, 'Wrong-Horse-7')).toEqual({ ok: false, reason: 'wrongCredentials' });
    const { rows } = await fixture.pool.query('select from identity.sessions WHERE account_id = $1', [accountId]);
    expect(rows).toEqual([]);
  });

  it('gets no further token for a session it had', async () => {
    const { email, accountId } = await fixture.signUpProven();
    await fixture.signIn(browser, email);
    fixture.deniedAccounts.add(accountId);
    expect(await fixture.identity.issueToken(browser.caller)).toEqual({ ok: false, reason: 'denied' });
  });
});

describe('a change of address', () => {
  const start = (accountId: string, email: string) => fixture.identity.startEmailChange(accountId, { email, password });

  const finish = async (accountId: string, code: string) => {
    const proven = await fixture.identity.proveEmailChange(accountId, { code });
    if (!proven.ok) return proven;
    return fixture.inTransaction((tx) => fixture.identity.applyEmailChange(tx, proven));
  };

  it('holds only once the code of the new address is given, and the old address is mailed', async () => {
    const { email, accountId } = await fixture.signUpProven();
    const wanted = fixture.newEmail();
    expect(await start(accountId, wanted)).toEqual({ ok: true });
    expect(await fixture.identity.findAccount(accountId)).toMatchObject({ email, pendingEmail: wanted });
    expect(await fixture.signIn(new Browser(), wanted)).toMatchObject({ ok: false });
    expect(await finish(accountId, fixture.lastCode(wanted, 'change-email'))).toEqual({ ok: true });
    expect(await fixture.signIn(browser, wanted)).toMatchObject({ state: 'signedIn' });
    expect(await fixture.signIn(new Browser(), email)).toMatchObject({ ok: false });
    expect(fixture.mails.at(-1)).toEqual({ kind: 'email-changed', email });
  });

  it('needs the password', async () => {
    const { accountId } = await fixture.signUpProven();
    const refused = await fixture.identity.startEmailChange(accountId, {
      email: fixture.newEmail(),
      password: 'Wrong-Horse-7',
    });
    expect(refused).toEqual({ ok: false, reason: 'wrongPassword' });
  });

  it('to the address of another account answers the same, mails that account and can not be finished', async () => {
    const { accountId } = await fixture.signUpProven();
    const owner = await fixture.signUpProven();
    expect(await start(accountId, owner.email)).toEqual({ ok: true });
    expect(fixture.mails.at(-1)).toEqual({ kind: 'account-exists', email: owner.email });
    expect(await finish(accountId, '123456')).toEqual({ ok: false, reason: 'wrongCode' });
  });

  it('can not be finished with another account’s code for the same address', async () => {
    const first = await fixture.signUpProven();
    const second = await fixture.signUpProven();
    const wanted = fixture.newEmail();
    await start(first.accountId, wanted);
    const code = fixture.lastCode(wanted, 'change-email');
    await fixture.pool.query('UPDATE identity.accounts SET pending_email = $2 WHERE id = $1', [
      second.accountId,
      wanted,
    ]);
    expect(await finish(second.accountId, code)).toEqual({ ok: false, reason: 'wrongCode' });
    expect(await finish(first.accountId, code)).toEqual({ ok: true });
  });

  it('can be given up', async () => {
    const { accountId } = await fixture.signUpProven();
    const wanted = fixture.newEmail();
    await start(accountId, wanted);
    const code = fixture.lastCode(wanted, 'change-email');
    await fixture.identity.cancelEmailChange(accountId);
    expect(await finish(accountId, code)).toEqual({ ok: false, reason: 'stepOutOfTurn' });
  });
});
