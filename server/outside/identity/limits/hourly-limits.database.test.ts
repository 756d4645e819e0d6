import { expect, it } from 'vitest';
import { buildCompany } from '../../../database/testing/builders.ts';
import { password } from '../testing/identity-fixture.ts';
import { useIdentity } from '../testing/use-identity.ts';

const fixture = useIdentity();

const claim = (id: string, isEstablished = false) =>
  fixture.database.inCompany(id, (tx) => fixture.identity.claimUserMail(tx, { id, isEstablished }));

it('a new company mails twenty new users an hour, then waits for the hour to end; a company of a week mails on', async () => {
  const { id } = await buildCompany(fixture.database);
  const answers = await fixture.database.inCompany(id, async (tx) => {
    const seen = [];
    for (let mail = 0; mail < 20; mail += 1)
      seen.push(await fixture.identity.claimUserMail(tx, { id, isEstablished: false }));
    return seen;
  });
  expect(answers.every(({ ok }) => ok)).toBe(true);
  fixture.clock.advance(600);
  expect(await claim(id)).toEqual({ ok: false, reason: 'tooManyAttempts', retryAfterSeconds: 3000 });
  expect(await claim(id, true)).toEqual({ ok: true });
  const other = await buildCompany(fixture.database);
  expect(await claim(other.id)).toEqual({ ok: true });
  fixture.clock.advance(3000);
  expect(await claim(id)).toEqual({ ok: true });
});

it('a mail whose transaction rolls back does not count', async () => {
  const { id } = await buildCompany(fixture.database);
  const failing = fixture.database.inCompany(id, async (tx) => {
    for (let mail = 0; mail < 20; mail += 1) await fixture.identity.claimUserMail(tx, { id, isEstablished: false });
    throw new Error('the user could not be made');
  });
  await expect(failing).rejects.toThrow('the user could not be made');
  expect(await claim(id)).toEqual({ ok: true });
});

it('an account sends codes to five new addresses an hour, and a refused one leaves nothing behind', async () => {
  const { accountId } = await fixture.signUpProven();
  const start = (email: string) => fixture.identity.startEmailChange(accountId, { email, password });
  const wanted = Array.from({ length: 6 }, () => fixture.newEmail());
  for (const email of wanted.slice(0, 5)) expect(await start(email)).toEqual({ ok: true });
  const refused = await start(wanted[5] ?? '');
  expect(refused).toEqual({ ok: false, reason: 'tooManyAttempts', retryAfterSeconds: 3600 });
  expect(await fixture.identity.findAccount(accountId)).toMatchObject({ pendingEmail: wanted[4] });
  fixture.clock.advance(3600);
  expect(await start(wanted[5] ?? '')).toEqual({ ok: true });
});
