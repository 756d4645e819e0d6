import type { Pool, PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { Browser, createIdentityFixture, password } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';

const fixture = useIdentity();

const refusedForNow = { ok: false, reason: 'tooManyAttempts', retryAfterSeconds: 60 };

async function failTimes(email: string, times: number) {
  for (let time = 0; time < times; time += 1) await fixture.signIn(new Browser(), email, 'Wrong-Horse-7');
}

async function reset(email: string, newPassword: string) {
  const { caller } = new Browser('198.51.100.77');
  await fixture.identity.sendResetCode(caller, { email });
  const code = fixture.lastCode(email, 'reset');
  return fixture.identity.resetPassword(caller, { email, code, password: newPassword });
}

describe('guessing a password', () => {
  it('refuses the right password too after five failures, and lets it in when the minute is over', async () => {
    const { email } = await fixture.signUpProven();
    await failTimes(email, 5);
    expect(await fixture.signIn(new Browser(), email, 'Wrong-Horse-7')).toEqual(refusedForNow);
    expect(await fixture.signIn(new Browser(), email, password)).toEqual(refusedForNow);
    fixture.clock.advance(61);
    expect(await fixture.signIn(new Browser(), email, password)).toMatchObject({ ok: true });
  });

  it('locks an unknown address in the same way', async () => {
    const email = fixture.newEmail();
    await failTimes(email, 5);
    expect(await fixture.signIn(new Browser(), email)).toEqual(refusedForNow);
  });

  it('makes each further failure wait longer, up to a quarter of an hour', async () => {
    const { email } = await fixture.signUpProven();
    await failTimes(email, 5);
    const waits: (number | undefined)[] = [];
    for (const seconds of [61, 121, 241, 481, 901]) {
      fixture.clock.advance(seconds);
      await failTimes(email, 1);
      const refused = await fixture.signIn(new Browser(), email);
      waits.push(refused.ok ? undefined : refused.retryAfterSeconds);
    }
    expect(waits).toEqual([120, 240, 480, 900, 900]);
  });

  it('leaves the owner of an address in, while a stranger elsewhere is locked', async () => {
    const { email } = await fixture.signUpProven();
    await failTimes(email, 6);
    expect(await fixture.signIn(new Browser('198.51.100.20'), email)).toMatchObject({ ok: true });
    expect(await fixture.signIn(new Browser(), email)).toMatchObject({ reason: 'tooManyAttempts' });
  });

  it('judges five of forty parallel attempts from one network and counts every one', async () => {
    const { email } = await fixture.signUpProven();
    const attempts = Array.from({ length: 40 }, () => fixture.signIn(new Browser(), email, 'Wrong-Horse-7'));
    const answers = await Promise.all(attempts);
    const reasons = answers.map((answer) => (answer.ok ? 'in' : answer.reason));
    expect(reasons.filter((reason) => reason === 'wrongCredentials')).toHaveLength(5);
    expect(reasons.filter((reason) => reason === 'tooManyAttempts')).toHaveLength(35);
    const { rows } = await fixture.pool.query(
      `SELECT failures + refused AS counted FROM identity.attempts WHERE scope = 'sign-in'`,
    );
    expect(rows).toEqual([{ counted: 40 }]);
  });

  it('judges fifty attempts on an address from as many networks as there are', async () => {
    const email = fixture.newEmail();
    await failTimes(email, 1);
    await fixture.pool.query(`UPDATE identity.attempts SET failures = 49 WHERE scope = 'address'`);
    expect(await fixture.signIn(new Browser('198.51.100.21'), email)).toEqual({
      ok: false,
      reason: 'wrongCredentials',
    });
    for (let time = 0; time < 6; time += 1) {
      expect(await fixture.signIn(new Browser('198.51.100.22'), email)).toEqual(refusedForNow);
    }
    // What was refused without being judged does not count against the address from this network.
    const { rows } = await fixture.pool.query(
      `SELECT failures FROM identity.attempts WHERE scope = 'sign-in' AND key LIKE '% 198.51.100.22'`,
    );
    expect(rows).toEqual([{ failures: 0 }]);
  });

  it('stops a network that tries many addresses, and all of an IPv6 /64 with it', async () => {
    const { email } = await fixture.signUpProven();
    const attempts = Array.from({ length: 50 }, (_, index) =>
      fixture.signIn(new Browser(`2001:db8:1:2::${index.toString(16)}`), fixture.newEmail()),
    );
    await Promise.all(attempts);
    expect(await fixture.signIn(new Browser('2001:db8:1:2:ffff::1'), email)).toEqual(refusedForNow);
    expect(await fixture.signIn(new Browser('2001:db8:1:3::1'), email)).toMatchObject({ ok: true });
  });

  it('does not let a network wash its failures away with an account of its own', async () => {
    const { email } = await fixture.signUpProven();
    const browser = new Browser('203.0.113.200');
    await fixture.signIn(browser, fixture.newEmail());
    await fixture.signIn(browser, email);
    const { rows } = await fixture.pool.query(
      `SELECT failures FROM identity.attempts WHERE scope = 'network' AND key = '203.0.113.200'`,
    );
    expect(rows).toEqual([{ failures: 1 }]);
  });

  it('lets the owner set a new password and sign in while the account is locked', async () => {
    const { email } = await fixture.signUpProven();
    await failTimes(email, 6);
    expect(await reset(email, 'Brand-New-Horse-8')).toEqual({ ok: true });
    expect(await fixture.signIn(new Browser(), email, 'Brand-New-Horse-8')).toMatchObject({ ok: true });
  });

  it('counts the password asked for again apart, and locks that too', async () => {
    const { accountId, email } = await fixture.signUpProven();
    for (let time = 0; time < 5; time += 1) await fixture.identity.checkPassword(accountId, 'Wrong-Horse-7');
    expect(await fixture.identity.checkPassword(accountId, password)).toEqual(refusedForNow);
    expect(await fixture.signIn(new Browser(), email)).toMatchObject({ ok: true });
  });
});

describe('an outage of the database', () => {
  it('throws instead of answering, and is not counted as a failed sign-in', async () => {
    const { email } = await fixture.signUpProven();
    const failing = createIdentityFixture(failingPool(/insert into identity\.sessions/i));
    await expect(failing.signIn(new Browser(), email)).rejects.toThrow('connection terminated');
    const { rows } = await fixture.pool.query(
      `SELECT coalesce(sum(failures), 0)::int AS failures FROM identity.attempts WHERE scope IN ('sign-in', 'network')`,
    );
    expect(rows).toEqual([{ failures: 0 }]);
    expect(await fixture.signIn(new Browser(), email)).toMatchObject({ ok: true });
  });
});

/** The real pool, whose connections break on certain statements: the worst moment of an outage, between two queries. */
function failingPool(statement: RegExp): Pool {
  const breakOn = (client: Pool | PoolClient) =>
    new Proxy(client, {
      get: (target, property) => {
        if (property !== 'query') return Reflect.get(target, property, target) as unknown;
        return (query: string | { text: string }, ...rest: unknown[]) =>
          statement.test(typeof query === 'string' ? query : query.text)
            ? Promise.reject(new Error('connection terminated'))
            : (target.query as (...args: unknown[]) => unknown).call(target, query, ...rest);
      },
    });
  return new Proxy(fixture.pool, {
    get: (target, property) => {
      if (property === 'connect') return async () => breakOn(await target.connect());
      if (property === 'query') return breakOn(target).query;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
