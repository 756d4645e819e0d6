import { expect, it } from 'vitest';
import { Browser, password } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';
import { enrolWith, setUpWith } from './testing/enrol.ts';

const fixture = useIdentity();
const newPassword = 'Brand-New-Horse-8';

async function prepareReset(email: string) {
  const { caller } = new Browser();
  await fixture.identity.sendResetCode(caller, { email });
  const code = fixture.lastCode(email, 'reset');
  return () => fixture.identity.resetPassword(caller, { email, code, password: newPassword });
}

async function countSessions(accountId: string): Promise<number> {
  const { rows } = await fixture.pool.query('select from identity.sessions where account_id = $1', [accountId]);
  return rows.length;
}

const inParallel = <T>(count: number, work: () => Promise<T>) => Array.from({ length: count }, work);
const signInWith = (email: string, chosen = password) => fixture.signIn(new Browser(), email, chosen);

it('a reset beside sign-ins that confirm their second factor leaves no session and keeps the factor', async () => {
  const { accountId, email, recoveryCodes } = await enrolWith(fixture);
  const reset = await prepareReset(email);
  const browsers = inParallel(6, async () => {
    const browser = new Browser();
    await fixture.signIn(browser, email);
    return browser;
  });
  const challenged = await Promise.all(browsers);
  const confirm = (browser: Browser, index: number) =>
    fixture.identity.confirmSignIn(browser.caller, { method: 'recovery', code: recoveryCodes[index] ?? '' });
  const before = challenged.slice(0, 3).map(confirm);
  const resetting = reset();
  const during = challenged.slice(3).map((browser, index) => confirm(browser, index + 3));
  const begun = inParallel(4, () => signInWith(email));
  expect(await resetting).toEqual({ ok: true });
  await Promise.all([...before, ...during, ...begun]);
  expect(await countSessions(accountId)).toBe(0);
  expect(await signInWith(email, newPassword)).toMatchObject({ state: 'confirmSignIn' });
});

it('a reset ends a set-up of the second factor that waits for its first code, also beside that code', async () => {
  const { accountId, email } = await fixture.signUpProven();
  const { codeAt } = await setUpWith(fixture, accountId);
  const confirm = () =>
    fixture.inTransaction((tx) => fixture.identity.confirmTwoFactor(tx, accountId, { code: codeAt(0) }));
  const reset = await prepareReset(email);
  const [done, confirmed] = await Promise.all([reset(), confirm()]);
  expect(done).toEqual({ ok: true });
  // The one that came first counts: a set-up that was complete stays, any other is gone.
  const state = confirmed.ok ? 'confirmSignIn' : 'signedIn';
  expect(await signInWith(email, newPassword)).toMatchObject({ state });
});

it('a set-up from before a reset is complete by no code after it', async () => {
  const { accountId, email } = await fixture.signUpProven();
  const { codeAt } = await setUpWith(fixture, accountId);
  await (
    await prepareReset(email)
  )();
  const late = await fixture.identity.confirmTwoFactor(fixture.sql, accountId, { code: codeAt(0) });
  expect(late).toEqual({ ok: false, reason: 'twoFactorOff' });
  expect(await signInWith(email, newPassword)).toMatchObject({ state: 'signedIn' });
});

it('the old password turns the second factor off in no transaction that ends after a reset', async () => {
  const { accountId, email, codeAt } = await enrolWith(fixture);
  const reset = await prepareReset(email);
  const proof = { password, method: 'totp', code: codeAt(0) } as const;
  const [, disabled] = await Promise.all([
    reset(),
    fixture.inTransaction((tx) => fixture.identity.disableTwoFactor(tx, accountId, proof)),
  ]);
  const state = disabled.ok ? 'signedIn' : 'confirmSignIn';
  expect(await signInWith(email, newPassword)).toMatchObject({ state });
  expect(await countSessions(accountId)).toBe(disabled.ok ? 1 : 0);
});

it('a sign-in that was compared while the second factor was turned on opens nothing without it', async () => {
  const { accountId, email } = await fixture.signUpProven();
  const { codeAt } = await setUpWith(fixture, accountId);
  const answers: Promise<unknown>[] = [];
  await fixture.inTransaction(async (tx) => {
    expect(await fixture.identity.confirmTwoFactor(tx, accountId, { code: codeAt(0) })).toEqual({ ok: true });
    answers.push(signInWith(email));
    // The sign-in has compared the password and waits for what this transaction decides.
    await expect.poll(countWaiting).toBe(1);
  });
  expect(await Promise.all(answers)).toEqual([{ ok: false, reason: 'wrongCredentials' }]);
  expect(await countSessions(accountId)).toBe(0);
  expect(await signInWith(email)).toMatchObject({ state: 'confirmSignIn' });
});

/** Statements that wait for a lock of another transaction. */
async function countWaiting(): Promise<number> {
  const { rows } = await fixture.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
