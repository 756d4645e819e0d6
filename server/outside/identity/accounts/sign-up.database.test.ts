import { describe, expect, it } from 'vitest';
import { Browser, password } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';

const fixture = useIdentity();
const { caller } = new Browser();
const wrongCode = { ok: false, reason: 'wrongCode' };
const newPassword = 'Brand-New-Horse-8';

async function signUp(email: string, browser = new Browser(), chosen = password) {
  return browser.keep(await fixture.signUp(browser.caller, email, chosen));
}

async function askForReset(email: string) {
  await fixture.identity.sendResetCode(caller, { email });
  return fixture.lastCode(email, 'reset');
}

const resetWith = (email: string, code: string) =>
  fixture.identity.resetPassword(caller, { email, code, password: newPassword });

describe('signing up', () => {
  it('waits for the code before anybody can sign in', async () => {
    const email = fixture.newEmail();
    const browser = new Browser();
    expect(await signUp(email, browser)).toMatchObject({ ok: true, outcome: 'created' });
    expect(await fixture.signIn(browser, email)).toMatchObject({ ok: true, state: 'confirmSignUp' });
    expect(await fixture.identity.issueToken(browser.caller)).toEqual({ ok: false, reason: 'signedOut' });
    const code = fixture.lastCode(email, 'verify');
    expect(await fixture.identity.confirmSignUp(caller, { email, code })).toMatchObject({ ok: true });
    expect(await fixture.signIn(browser, email)).toMatchObject({ ok: true, state: 'signedIn' });
  });

  it('by many at once ends for all of them, with fewer connections than sign-ups', async () => {
    const emails = Array.from({ length: 12 }, () => fixture.newEmail());
    const answers = await Promise.all(emails.map((email, index) => signUp(email, new Browser(`203.0.113.${index}`))));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(12);
  });

  it('leaves no account and no code where the caller rolls back', async () => {
    const email = fixture.newEmail();
    const failing = fixture.inTransaction(async (tx) => {
      await fixture.identity.signUp(tx, { email, name: 'Ann Person', passwordHash: 'a hash', network: '' });
      throw new Error('the company could not be made');
    });
    await expect(failing).rejects.toThrow('the company could not be made');
    const { rows } = await fixture.pool.query('select from identity.accounts WHERE email = $1', [email]);
    expect(rows).toEqual([]);
  });

  it('with the address of an account changes nothing, mails its owner and looks like any other', async () => {
    const { email } = await fixture.signUpProven();
    fixture.clock.advance(61);
    const browser = new Browser();
    const answer = await signUp(email, browser, 'Strange-Horse-9');
    expect(answer).toMatchObject({ ok: true, outcome: 'exists', accountId: undefined });
    expect(browser.cookieNames).toEqual(['portal.sign_up']);
    expect(fixture.mails.at(-1)).toEqual({ email, kind: 'account-exists' });
    expect(await fixture.signIn(new Browser(), email)).toMatchObject({ ok: true, state: 'signedIn' });
  });

  it('twice for one unproven address lets only the browser of the newest password finish', async () => {
    const email = fixture.newEmail();
    const owner = new Browser();
    const stranger = new Browser();
    await signUp(email, owner);
    fixture.clock.advance(61);
    expect(await signUp(email, stranger, 'Strange-Horse-9')).toMatchObject({ ok: true, outcome: 'replaced' });
    const code = fixture.lastCode(email, 'verify');
    expect(await fixture.identity.confirmSignUp(owner.caller, { email, code })).toEqual(wrongCode);
    fixture.clock.advance(61);
    await signUp(email, owner);
    const next = fixture.lastCode(email, 'verify');
    expect(await fixture.identity.confirmSignUp(owner.caller, { email, code: next })).toMatchObject({ ok: true });
    expect(await fixture.signIn(new Browser(), email, 'Strange-Horse-9')).toMatchObject({ ok: false });
  });
});

describe('a new password by code', () => {
  it('ends every session and the old password', async () => {
    const { email } = await fixture.signUpProven();
    const browser = new Browser();
    await fixture.signIn(browser, email);
    const code = await askForReset(email);
    expect(await resetWith(email, code)).toEqual({ ok: true });
    expect(await fixture.identity.getSession(browser.caller)).toMatchObject({ state: 'signedOut' });
    expect(await fixture.signIn(new Browser(), email)).toEqual({ ok: false, reason: 'wrongCredentials' });
    expect(await fixture.signIn(new Browser(), email, newPassword)).toMatchObject({ ok: true, state: 'signedIn' });
  });
});
