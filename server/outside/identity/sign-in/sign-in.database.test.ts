import { beforeEach, describe, expect, it } from 'vitest';
import { Browser, createIdentityFixture } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';

const fixture = useIdentity();
let browser: Browser;

beforeEach(() => {
  browser = new Browser();
});

describe('signing in', () => {
  it('gives a session cookie that scripts can not read, and a session for it', async () => {
    const { email, accountId } = await fixture.signUpProven();
    const answer = await fixture.signIn(browser, email);
    expect(answer).toMatchObject({ ok: true, state: 'signedIn', accountId });
    const [cookie] = answer.ok ? answer.cookies : [];
    expect(cookie).toMatch(/^portal\.session_token=.+HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(await fixture.identity.getSession(browser.caller)).toMatchObject({ state: 'signedIn', account: { email } });
  });

  it('binds the cookie to the host where the portal is served over https', async () => {
    const secure = createIdentityFixture(fixture.pool, { publicUrl: 'https://portal.test' });
    const { email } = await secure.signUpProven();
    const answer = await secure.signIn(browser, email);
    const cookie = answer.ok ? (answer.cookies[0] ?? '') : '';
    expect(cookie).toMatch(/^__Host-portal\.session_token=.+; Path=\/.*; Secure/i);
    expect(cookie).not.toMatch(/Domain=/i);
    browser.keep(answer);
    const { headers, ...caller } = browser.caller;
    expect(await secure.identity.getSession({ headers, ...caller })).toMatchObject({ state: 'signedIn' });
    // A cookie of a former release, whose name other hosts of the domain could set, leads to a sign-in.
    const former = new Headers({ cookie: (headers.get('cookie') ?? '').replaceAll('__Host-', '__Secure-') });
    expect(await secure.identity.getSession({ headers: former, ...caller })).toMatchObject({ state: 'signedOut' });
    expect(await secure.signIn(browser, email)).toMatchObject({ state: 'signedIn' });
  });

  it('takes the address in any case', async () => {
    const { email } = await fixture.signUpProven();
    expect(await fixture.signIn(browser, email.toUpperCase())).toMatchObject({ ok: true, state: 'signedIn' });
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await fixture.signUpProven();
    const wrong = await fixture.signIn(browser, email, 'Wrong-Horse-7');
    const unknown = await fixture.signIn(browser, fixture.newEmail());
    expect(wrong).toEqual({ ok: false, reason: 'wrongCredentials' });
    expect(unknown).toEqual(wrong);
  });
});

describe('a password that changes while sign-ins with the old one are compared', () => {
  const signIns = (email: string, count: number) =>
    Array.from({ length: count }, () => fixture.signIn(new Browser(), email));

  it('leaves no session that the old one opened', async () => {
    const { email, accountId } = await fixture.signUpProven();
    await fixture.identity.sendResetCode(browser.caller, { email });
    const reset = { email, code: fixture.lastCode(email, 'reset'), password: 'Brand-New-Horse-8' };
    const before = signIns(email, 3);
    const resetting = fixture.identity.resetPassword(browser.caller, reset);
    const during = signIns(email, 8);
    expect(await resetting).toEqual({ ok: true });
    const answers = await Promise.all([...before, ...during]);
    expect(answers.some((answer) => !answer.ok)).toBe(true);
    const { rows } = await fixture.pool.query('select id from identity.sessions where account_id = $1', [accountId]);
    expect(rows).toEqual([]);
    expect(await fixture.signIn(browser, email, reset.password)).toMatchObject({ ok: true });
  });
});
