import { beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';

const fixture = useIdentity();
let registered: string;

beforeEach(async () => {
  registered = (await fixture.signUpProven()).email;
});

const rounds = 9;
const median = (values: number[]) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds of the same attempt for a known and for unknown addresses, taken in turns. */
async function compare(attempt: (email: string) => Promise<unknown>) {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of ['known', 'unknown'] as const) {
      await fixture.pool.query('delete from identity.attempts');
      await fixture.pool.query('delete from identity.one_time_codes');
      const start = performance.now();
      await attempt(kind === 'known' ? registered : fixture.newEmail());
      times[kind].push(performance.now() - start);
    }
  }
  return median(times.known) / median(times.unknown);
}

const { caller } = new Browser();

const attempts: Record<string, (email: string) => Promise<unknown>> = {
  'sign-in': (email) => fixture.identity.signIn(caller, { email, password: 'Wrong-Horse-7' }),
  'sign-up': (email) => fixture.identity.evenly(() => fixture.signUp(caller, email)),
  'forgotten password': (email) => fixture.identity.sendResetCode(caller, { email }),
  'resent code': (email) => fixture.identity.resendCode(caller, { email }),
};

describe('whether an address is registered', () => {
  it.each(Object.keys(attempts))('does not show in the time of a %s', async (name) => {
    const ratio = await compare(attempts[name] ?? (async () => undefined));
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.6);
  });

  it.each(['forgotten password', 'resent code'])(
    'does not show in the answer of a %s, nor at its limit',
    async (name) => {
      const attempt = attempts[name] ?? (async () => undefined);
      const unknown = fixture.newEmail();
      fixture.clock.advance(3700);
      const first = { known: await attempt(registered), unknown: await attempt(unknown) };
      const second = { known: await attempt(registered), unknown: await attempt(unknown) };
      expect(first.known).toEqual({ ok: true });
      expect(first.unknown).toEqual(first.known);
      expect(second.known).toMatchObject({ ok: false, reason: 'tooManyAttempts' });
      expect(second.unknown).toEqual(second.known);
    },
  );

  it('is not mailed to unknown addresses', async () => {
    const email = fixture.newEmail();
    await fixture.identity.sendResetCode(caller, { email });
    await fixture.identity.resendCode(caller, { email });
    expect(fixture.mails.filter((mail) => mail.email === email)).toEqual([]);
  });
});
