import { decodeProtectedHeader } from 'jose';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { Browser, createIdentityFixture } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';
import { createTokenVerifier } from '../tokens/token-verifier.ts';

const fixture = useIdentity();
let browser: Browser;

beforeEach(() => {
  browser = new Browser();
});

const newVerifier = () =>
  createTokenVerifier({
    issuers: [{ issuer: 'http://portal.test', audience: 'portal', localKeys: () => fixture.identity.getJwks() }],
    clock: fixture.clock,
  });

async function signedIn() {
  const account = await fixture.signUpProven();
  await fixture.signIn(browser, account.email);
  return account;
}

async function issue(from = browser) {
  const issued = await fixture.identity.issueToken(from.caller);
  if (!issued.ok) throw new Error(`No token was issued: ${issued.reason}.`);
  return issued;
}

it('a session that cannot be read is an outage, not a fault of the portal', async () => {
  await signedIn();
  const pool = new pg.Pool({ connectionString: 'postgresql://nobody@127.0.0.1:1/nothing' });
  const { identity } = createIdentityFixture(pool);
  await expect(identity.issueToken(browser.caller)).rejects.toMatchObject({ code: 'service.unavailable' });
  await pool.end();
});

describe('an identity token', () => {
  it('is signed with a published key, names the account and lasts five minutes', async () => {
    const { accountId } = await signedIn();
    const { token, expiresAt } = await issue();
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'EdDSA', typ: 'portal-identity+jwt' });
    expect(await newVerifier().verify(token)).toMatchObject({ subject: accountId, isOwn: true, expiresAt });
    const life = expiresAt.getTime() - fixture.clock.now().getTime();
    expect(life).toBeGreaterThan(298_000);
    expect(life).toBeLessThanOrEqual(300_000);
  });

  it('is over five minutes after a sign-out', async () => {
    const { accountId } = await signedIn();
    const { token } = await issue();
    await fixture.identity.signOutEverywhere({ accountId, openedFor: null });
    fixture.clock.advance(300);
    expect(await newVerifier().verify(token)).toBeUndefined();
  });

  it('is refused 30 days after the sign-in, however often the session is used', async () => {
    const { accountId } = await signedIn();
    const age = (days: number) =>
      fixture.pool.query(
        `update identity.sessions set created_at = now() - $2 * interval '1 day' where account_id = $1`,
        [accountId, days],
      );
    await age(29.9);
    await issue();
    await age(30.1);
    expect(await fixture.identity.issueToken(browser.caller)).toEqual({ ok: false, reason: 'signedOut' });
  });

  it('needs a session', async () => {
    expect(await fixture.identity.issueToken(browser.caller)).toEqual({ ok: false, reason: 'signedOut' });
  });

  it('is not handed out by merely reading the session', async () => {
    const { email } = await signedIn();
    const view = await fixture.identity.getSession(browser.caller);
    expect(view).toMatchObject({ state: 'signedIn', account: { email } });
    expect(JSON.stringify(view)).not.toContain('eyJ');
  });
});

describe('the signing keys', () => {
  it('are published without their private part and kept encrypted', async () => {
    await signedIn();
    await issue();
    const { keys } = await fixture.identity.getJwks();
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => 'd' in key)).toEqual([]);
    const { rows } = await fixture.pool.query<{ private_key: string }>('SELECT private_key FROM identity.signing_keys');
    expect(rows.filter((row) => row.private_key.includes('"d"'))).toEqual([]);
  });
});

describe('signing out', () => {
  it('ends this session alone, and its cookie', async () => {
    const { email } = await signedIn();
    const other = new Browser();
    await fixture.signIn(other, email);
    const before = new Browser();
    await fixture.signIn(before, email);
    const stolen = browser.caller;
    browser.keep(await fixture.identity.signOut(browser.caller));
    expect(browser.cookieNames).toEqual([]);
    expect(await fixture.identity.getSession({ ...stolen })).toMatchObject({ state: 'signedOut' });
    expect(await fixture.identity.getSession(other.caller)).toMatchObject({ state: 'signedIn' });
  });

  it('everywhere ends all sessions of the account and no other’s', async () => {
    const { email, accountId } = await signedIn();
    const other = new Browser();
    await fixture.signIn(other, email);
    const stranger = new Browser();
    const { email: strangersEmail } = await fixture.signUpProven();
    await fixture.signIn(stranger, strangersEmail);
    await fixture.identity.signOutEverywhere({ accountId, openedFor: null });
    expect(await fixture.identity.getSession(browser.caller)).toMatchObject({ state: 'signedOut' });
    expect(await fixture.identity.getSession(other.caller)).toMatchObject({ state: 'signedOut' });
    expect(await fixture.identity.getSession(stranger.caller)).toMatchObject({ state: 'signedIn' });
  });
});

describe('a session', () => {
  // Sessions go by the system's clock, so the stored end moves instead of the clock.
  const setLeft = (accountId: string, left: string) =>
    fixture.pool.query('UPDATE identity.sessions SET expires_at = now() + $2::interval WHERE account_id = $1', [
      accountId,
      left,
    ]);

  it('ends when it was not used for seven days, and starts them again when it is used', async () => {
    const { accountId } = await signedIn();
    await setLeft(accountId, '1 hour');
    await issue();
    const { rows } = await fixture.pool.query<{ days: number }>(
      'SELECT ceil(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM identity.sessions WHERE account_id = $1',
      [accountId],
    );
    expect(rows).toEqual([{ days: 7 }]);
    await setLeft(accountId, '-1 second');
    expect(await fixture.identity.issueToken(browser.caller)).toEqual({ ok: false, reason: 'signedOut' });
  });
});

describe('a session cookie', () => {
  it('that was made up or changed opens nothing', async () => {
    await signedIn();
    const cookie = browser.caller.headers.get('cookie') ?? '';
    const forged = new Headers({
      cookie: cookie.replace(/=(.)/, (_all, first: string) => `=${first === 'A' ? 'B' : 'A'}`),
    });
    expect(await fixture.identity.getSession({ ...browser.caller, headers: forged })).toMatchObject({
      state: 'signedOut',
    });
  });
});

describe('sweeping', () => {
  it('deletes codes and counters of yesterday and keeps today’s', async () => {
    const { email } = await fixture.signUpProven();
    await fixture.signUp(new Browser().caller, fixture.newEmail());
    await fixture.signIn(new Browser(), fixture.newEmail());
    await fixture.identity.deleteExpired();
    const count = async () =>
      (
        await fixture.pool.query(
          'SELECT (SELECT count(*) FROM identity.one_time_codes)::int AS codes, (SELECT count(*) FROM identity.attempts)::int AS attempts',
        )
      ).rows[0] as object;
    expect(await count()).toMatchObject({ attempts: expect.any(Number) as number });
    expect(Object.values(await count()).every((value) => Number(value) > 0)).toBe(true);
    fixture.clock.advance(90_000);
    await fixture.identity.deleteExpired();
    expect(await count()).toEqual({ codes: 0, attempts: 0 });
    expect(await fixture.signIn(new Browser(), email)).toMatchObject({ ok: true });
  });
});
