import { beforeEach, describe, expect, it } from 'vitest';
import { Browser } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';

const fixture = useIdentity();
let registered: string;

beforeEach(async () => {
  registered = (await fixture.signUpProven()).email;
});

const [fewRounds, manyRounds] = [9, 200];
const isEven = (ratio: number) => ratio > 0.6 && ratio < 1.6;

/**
 * Takes the time of the same attempt for a known and for unknown addresses in turns, and again while the ratio is uneven: on a
 * busy machine few times say little, and the shortest of many say what the attempt takes.
 * @returns how many times as long as for unknown ones it takes for a known one
 */
async function compare(attempt: (email: string) => Promise<unknown>) {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const toRatio = () => Math.min(...times.known) / Math.min(...times.unknown);
  for (let round = 0; round < fewRounds || (round < manyRounds && !isEven(toRatio())); round += 1) {
    for (const kind of ['known', 'unknown'] as const) {
      await fixture.pool.query('delete from identity.attempts');
      await fixture.pool.query('delete from identity.one_time_codes');
      const start = performance.now();
      await attempt(kind === 'known' ? registered : fixture.newEmail());
      times[kind].push(performance.now() - start);
    }
  }
  return toRatio();
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
    expect(await compare(attempts[name] ?? (async () => undefined))).toSatisfy(isEven);
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
