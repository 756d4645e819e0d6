import type { Pool } from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { buildCompany } from '../../../database/testing/builders.ts';
import { createIdentityFixture, password } from '../testing/identity-fixture.ts';
import type { IdentityFixture } from '../testing/identity-fixture.ts';
import { openIdentityDatabase } from '../testing/identity-database.ts';

const getDatabase = openIdentityDatabase();
let pool: Pool;
let fixture: IdentityFixture;

beforeEach(async () => {
  pool = getDatabase().systemPool;
  await pool.query('delete from identity.attempts');
  fixture = createIdentityFixture(pool);
});

const claim = (companyId: string) =>
  getDatabase().withCompany(companyId, (tx) => fixture.identity.claimUserMail(tx, companyId));

it('a company mails a hundred new users an hour, then waits for the hour to end', async () => {
  const { id } = await buildCompany(getDatabase());
  const answers = await getDatabase().withCompany(id, async (tx) => {
    const seen = [];
    for (let mail = 0; mail < 100; mail += 1) seen.push(await fixture.identity.claimUserMail(tx, id));
    return seen;
  });
  expect(answers.every(({ ok }) => ok)).toBe(true);
  fixture.clock.advance(600);
  expect(await claim(id)).toEqual({ ok: false, reason: 'tooManyAttempts', retryAfterSeconds: 3000 });
  const other = await buildCompany(getDatabase());
  expect(await claim(other.id)).toEqual({ ok: true });
  fixture.clock.advance(3000);
  expect(await claim(id)).toEqual({ ok: true });
});

it('a mail whose transaction rolls back does not count', async () => {
  const { id } = await buildCompany(getDatabase());
  const failing = getDatabase().withCompany(id, async (tx) => {
    for (let mail = 0; mail < 100; mail += 1) await fixture.identity.claimUserMail(tx, id);
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
