import { expect, it } from 'vitest';
import { enrolWith } from '../second-factor/testing/enrol.ts';
import { Browser } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';

const fixture = useIdentity();

async function countSessions(accountId: string): Promise<number> {
  const { rows } = await fixture.pool.query('select from identity.sessions where account_id = $1', [accountId]);
  return rows.length;
}

it('a sign-in that waits for its second factor has stored no session', async () => {
  const { accountId, email } = await enrolWith(fixture);
  const before = await countSessions(accountId);
  const browser = new Browser();
  expect(await fixture.signIn(browser, email)).toMatchObject({ state: 'confirmSignIn' });
  expect(browser.cookieNames).toEqual(['portal.two_factor']);
  expect(await countSessions(accountId)).toBe(before);
});

it('a sign-in that is denied after the right password has stored no session', async () => {
  const { accountId, email } = await fixture.signUpProven();
  fixture.deniedAccounts.add(accountId);
  const browser = new Browser();
  expect(await fixture.signIn(browser, email)).toMatchObject({ state: 'denied', cookies: [] });
  await fixture.pool.query(
    `update identity.accounts set must_change_password = true, temporary_until = now() - interval '1 minute' where id = $1`,
    [accountId],
  );
  expect(await fixture.signIn(browser, email)).toEqual({ ok: false, reason: 'passwordExpired' });
  expect(await countSessions(accountId)).toBe(0);
});

it('one sign-in that is confirmed several times at once, each with a right code, opens one session', async () => {
  const { accountId, email, recoveryCodes } = await enrolWith(fixture);
  const before = await countSessions(accountId);
  const browser = new Browser();
  await fixture.signIn(browser, email);
  const confirm = (code: string) => fixture.identity.confirmSignIn(browser.caller, { method: 'recovery', code });
  const answers = await Promise.all(recoveryCodes.slice(0, 4).map(confirm));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.reason !== 'stepOutOfTurn')).toEqual([]);
  expect(await countSessions(accountId)).toBe(before + 1);
});

it('a second factor that was turned off since its code was asked for confirms no sign-in', async () => {
  const { accountId, email, recoveryCodes } = await enrolWith(fixture);
  const browser = new Browser();
  await fixture.signIn(browser, email);
  await fixture.inTransaction((tx) => fixture.identity.resetTwoFactor(tx, accountId));
  const [code = ''] = recoveryCodes;
  const late = await fixture.identity.confirmSignIn(browser.caller, { method: 'recovery', code });
  expect(late).toEqual({ ok: false, reason: 'wrongCode' });
});

const [ofAccount, ofPassword] = ['identity.accounts where id = $1', 'identity.credentials where account_id = $1'];

it.each([
  ['a temporary password is renewed', ofAccount, `select identity.renew_temporary_password($1, 'another:hash', now())`],
  ['the account is deleted', ofAccount, 'select identity.remove_account($1)'],
  ['a second factor is turned on', ofAccount, 'update identity.accounts set two_factor_enabled = true where id = $1'],
  [
    'a password is chosen',
    ofPassword,
    `with chosen as (update identity.credentials set password = 'another:hash' where account_id = $1)
     update identity.accounts set must_change_password = false where id = $1`,
  ],
])('a sign-in waits while %s, and opens nothing', async (_name, locked, change) => {
  const { accountId, email } = await fixture.signUpProven();
  await fixture.pool.query('update identity.accounts set must_change_password = true where id = $1', [accountId]);
  const client = await fixture.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select from ${locked} for update`, [accountId]);
    const signingIn = fixture.signIn(new Browser(), email);
    await expect.poll(countWaiting).toBe(1);
    await client.query(change, [accountId]);
    await client.query('commit');
    expect(await signingIn).toEqual({ ok: false, reason: 'wrongCredentials' });
  } finally {
    client.release(true);
  }
  expect(await countSessions(accountId)).toBe(0);
});

/** Statements that wait for a lock of another transaction. */
async function countWaiting(): Promise<number> {
  const { rows } = await fixture.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

it('a cookie that was cut, changed or percent-encoded wrongly opens nothing', async () => {
  const { email } = await fixture.signUpProven();
  const browser = new Browser();
  await fixture.signIn(browser, email);
  const cookie = browser.caller.headers.get('cookie') ?? '';
  const [, value = ''] = /session_token=([^;]*)/.exec(cookie) ?? [];
  const token = decodeURIComponent(value).split('.')[0] ?? '';
  const spoilt = ['', '.', '%', `${value}%`, token, `${token}.`, `.${value}`, value.slice(1), value.replace('.', '')];
  for (const each of spoilt) {
    const headers = new Headers({ cookie: `portal.session_token=${each}` });
    expect(await fixture.identity.getSession({ ...browser.caller, headers })).toMatchObject({ state: 'signedOut' });
  }
  const headers = new Headers({ cookie: `other=1; portal.session_token=${value}; portal.session_token=x` });
  expect(await fixture.identity.getSession({ ...browser.caller, headers })).toMatchObject({ state: 'signedIn' });
});
