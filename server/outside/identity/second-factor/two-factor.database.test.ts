import { beforeEach, describe, expect, it } from 'vitest';
import { Browser, password } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';
import { enrolWith, setUpWith } from './testing/enrol.ts';

const fixture = useIdentity();
let browser: Browser;

beforeEach(() => {
  browser = new Browser();
});

const wrongCode = { ok: false, reason: 'wrongCode' };

const setUp = (accountId: string) => setUpWith(fixture, accountId);
const enrol = () => enrolWith(fixture);

const confirm = async (from: Browser, method: 'totp' | 'recovery', code: string) =>
  from.keep(await fixture.identity.confirmSignIn(from.caller, { method, code }));

describe('setting two-factor sign-in up', () => {
  it('needs the password, and gives an address for the QR code and ten recovery codes', async () => {
    const { accountId, email } = await fixture.signUpProven();
    const refused = await fixture.identity.setUpTwoFactor(accountId, { password: 'Wrong-Horse-7' });
    expect(refused).toEqual({ ok: false, reason: 'wrongPassword' });
    const { uri, recoveryCodes } = await setUp(accountId);
    expect(uri).toContain(`otpauth://totp/Portal:${encodeURIComponent(email)}?secret=`);
    expect(new Set(recoveryCodes).size).toBe(10);
  });

  it('asks for nothing at sign-in until a first code is proven', async () => {
    const { accountId, email } = await fixture.signUpProven();
    const { codeAt } = await setUp(accountId);
    expect(await fixture.signIn(browser, email)).toMatchObject({ state: 'signedIn' });
    expect(await fixture.identity.confirmTwoFactor(fixture.sql, accountId, { code: codeAt(5) })).toEqual(wrongCode);
    expect(await fixture.signIn(new Browser(), email)).toMatchObject({ state: 'signedIn' });
    expect(await fixture.identity.confirmTwoFactor(fixture.sql, accountId, { code: codeAt(0) })).toEqual({ ok: true });
    expect(await fixture.signIn(new Browser(), email)).toMatchObject({ state: 'confirmSignIn' });
  });

  it('spends its code: it is not the next sign-in’s', async () => {
    const { accountId, email } = await fixture.signUpProven();
    const { codeAt } = await setUp(accountId);
    const code = codeAt(0);
    await fixture.identity.confirmTwoFactor(fixture.sql, accountId, { code });
    await fixture.signIn(browser, email);
    expect(await confirm(browser, 'totp', code)).toEqual(wrongCode);
  });

  it('is refused where it is on already', async () => {
    const { accountId } = await enrol();
    const again = await fixture.identity.setUpTwoFactor(accountId, { password });
    expect(again).toEqual({ ok: false, reason: 'twoFactorOn' });
  });
});

describe('the second factor', () => {
  it('stands between the password and a session', async () => {
    const { email, codeAt } = await enrol();
    await fixture.signIn(browser, email);
    expect(browser.cookieNames).toEqual(['portal.two_factor']);
    expect(await fixture.identity.getSession(browser.caller)).toMatchObject({ state: 'confirmSignIn' });
    expect(await fixture.identity.issueToken(browser.caller)).toEqual({ ok: false, reason: 'stepOutOfTurn' });
    expect(await confirm(browser, 'totp', codeAt(0))).toMatchObject({ ok: true, state: 'signedIn' });
    expect(await fixture.identity.issueToken(browser.caller)).toMatchObject({ ok: true });
  });

  it('takes one code once, also in parallel from two browsers', async () => {
    const { email, codeAt } = await enrol();
    const browsers = [new Browser(), new Browser(), new Browser(), new Browser()];
    for (const each of browsers) await fixture.signIn(each, email);
    const answers = await Promise.all(browsers.map((each) => confirm(each, 'totp', codeAt(0))));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
  });

  it('takes the previous step’s code, but not after the present one, and never the next step’s', async () => {
    const { email, codeAt } = await enrol();
    await fixture.signIn(browser, email);
    expect(await confirm(browser, 'totp', codeAt(1))).toEqual(wrongCode);
    expect(await confirm(browser, 'totp', codeAt(-1))).toMatchObject({ ok: true });
    await fixture.signIn(browser, email);
    expect(await confirm(browser, 'totp', codeAt(0))).toMatchObject({ ok: true });
    await fixture.signIn(browser, email);
    expect(await confirm(browser, 'totp', codeAt(-1))).toEqual(wrongCode);
  });

  it('is locked after five wrong codes, whatever the method, and the right one is refused too', async () => {
    const { email, codeAt, recoveryCodes } = await enrol();
    await fixture.signIn(browser, email);
    for (const method of ['totp', 'recovery', 'recovery', 'totp', 'recovery'] as const) {
      expect(await confirm(browser, method, 'zzzzz')).toEqual(wrongCode);
    }
    expect(await confirm(browser, 'totp', codeAt(0))).toMatchObject({ reason: 'tooManyAttempts' });
    expect(await confirm(browser, 'recovery', recoveryCodes[0] ?? '')).toMatchObject({ reason: 'tooManyAttempts' });
    fixture.clock.advance(61);
    expect(await confirm(browser, 'totp', codeAt(0))).toMatchObject({ ok: true });
  });

  it('may be a recovery code, each of them once, also in parallel', async () => {
    const { email, recoveryCodes } = await enrol();
    const [first = '', second = ''] = recoveryCodes;
    const browsers = [new Browser(), new Browser()];
    for (const each of browsers) await fixture.signIn(each, email);
    const answers = await Promise.all(browsers.map((each) => confirm(each, 'recovery', first)));
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    await fixture.signIn(browser, email);
    expect(await confirm(browser, 'recovery', first)).toEqual(wrongCode);
    expect(await confirm(browser, 'recovery', second)).toMatchObject({ ok: true });
  });

  it('can not be proven without the password before it, nor with the step of another account', async () => {
    const { codeAt } = await enrol();
    expect(await confirm(browser, 'totp', codeAt(0))).toEqual({ ok: false, reason: 'stepOutOfTurn' });
    const stranger = await enrol();
    await fixture.signIn(browser, stranger.email);
    expect(await confirm(browser, 'totp', codeAt(0))).toEqual(wrongCode);
  });

  it('is given up by signing out', async () => {
    const { email, codeAt } = await enrol();
    await fixture.signIn(browser, email);
    const { caller } = browser;
    browser.keep(await fixture.identity.signOut(browser.caller));
    expect(browser.cookieNames).toEqual([]);
    const late = await fixture.identity.confirmSignIn(caller, { method: 'totp', code: codeAt(0) });
    expect(late).toEqual({ ok: false, reason: 'stepOutOfTurn' });
  });

  it('ends with a new password: a step begun with the old one goes nowhere', async () => {
    const { email, codeAt } = await enrol();
    await fixture.signIn(browser, email);
    await fixture.identity.sendResetCode(new Browser().caller, { email });
    const code = fixture.lastCode(email, 'reset');
    await fixture.identity.resetPassword(new Browser().caller, { email, code, password: 'Brand-New-Horse-8' });
    expect(await confirm(browser, 'totp', codeAt(0))).toEqual({ ok: false, reason: 'stepOutOfTurn' });
  });
});

it('changes nothing where the transaction that also writes the log rolls back', async () => {
  const { accountId, email } = await fixture.signUpProven();
  const { codeAt } = await setUp(accountId);
  const failing = fixture.inTransaction(async (tx) => {
    expect(await fixture.identity.confirmTwoFactor(tx, accountId, { code: codeAt(0) })).toEqual({ ok: true });
    throw new Error('the log could not be written');
  });
  await expect(failing).rejects.toThrow('the log could not be written');
  expect(await fixture.signIn(browser, email)).toMatchObject({ state: 'signedIn' });
});

describe('turning two-factor sign-in off', () => {
  it('needs the password and an unused code', async () => {
    const { accountId, email, codeAt } = await enrol();
    const { identity } = fixture;
    const withoutPassword = await identity.disableTwoFactor(fixture.sql, accountId, {
      password: 'Wrong-Horse-7',
      method: 'totp',
      code: codeAt(0),
    });
    expect(withoutPassword).toEqual({ ok: false, reason: 'wrongPassword' });
    expect(
      await identity.disableTwoFactor(fixture.sql, accountId, { password, method: 'totp', code: codeAt(3) }),
    ).toEqual(wrongCode);
    expect(
      await identity.disableTwoFactor(fixture.sql, accountId, { password, method: 'totp', code: codeAt(0) }),
    ).toEqual({
      ok: true,
    });
    expect(await fixture.signIn(browser, email)).toMatchObject({ state: 'signedIn' });
  });

  it('is not confused with new recovery codes, which end the old ones', async () => {
    const { accountId, email, codeAt, recoveryCodes } = await enrol();
    const renewed = await fixture.identity.renewRecoveryCodes(fixture.sql, accountId, {
      password,
      method: 'totp',
      code: codeAt(0),
    });
    await fixture.signIn(browser, email);
    expect(await confirm(browser, 'recovery', recoveryCodes[0] ?? '')).toEqual(wrongCode);
    const fresh = renewed.ok ? renewed.recoveryCodes[0] : undefined;
    expect(await confirm(browser, 'recovery', fresh ?? '')).toMatchObject({ ok: true });
  });
});
