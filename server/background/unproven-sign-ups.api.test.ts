import { expect, test } from 'vitest';
import { deleteExpired } from './housekeeping.ts';
import { waitForCode } from '../testing/caught-mail.ts';
import { useTestPortal } from '../testing/test-portal.ts';
import { signUpForm } from '../testing/user-forms.ts';

const portal = useTestPortal();

test('an unproven sign-up is deleted with its company after two days; a proven one stays', async () => {
  const { database, adapters, clock } = portal();
  const [unproven, proven] = [signUpForm(), signUpForm()];
  for (const body of [unproven, proven]) await portal().call('/session/sign-up', { body });
  const code = await waitForCode(portal(), proven.email, /^Verify your/);
  const confirmed = await portal().call('/session/confirm-sign-up', { body: { email: proven.email, code } });
  expect(confirmed.status).toBe(200);
  const listCompanies = async () => {
    const { rows } = await database.systemPool.query<{ email: string }>(
      `select a.email from identity.accounts a join users u on u.account_id = a.id join companies c on c.id = u.company_id
       where a.email = any($1)`,
      [[unproven.email, proven.email]],
    );
    return rows.map(({ email }) => email);
  };
  const { rows } = await database.systemPool.query<{ company_id: string }>(
    'select company_id from users where email = $1',
    [unproven.email],
  );
  const parts = { database, identity: adapters.identity, clock };
  clock.advance(47 * 60 * 60 * 1000);
  await deleteExpired(parts);
  expect((await listCompanies()).toSorted()).toEqual([unproven.email, proven.email].toSorted());
  clock.advance(2 * 60 * 60 * 1000);
  await deleteExpired(parts);
  expect(await listCompanies()).toEqual([proven.email]);
  const gone = await database.systemPool.query('select from companies where id = $1', [rows[0]?.company_id]);
  expect(gone.rowCount).toBe(0);
});

test('agreements of a sign-up at a user pool that no sign-in followed are deleted after a year', async () => {
  const { database, adapters, clock } = portal();
  const { id } = await portal().makeCompany();
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * 24 * 60 * 60 * 1000);
  await database.systemPool.query(
    `insert into pool_agreements (company_id, subject, email, document, version, accepted_at)
      values ($1, 'new', 'e', 'termsConditions', '1', $2), ($1, 'old', 'e', 'termsConditions', '1', $3)`,
    [id, daysAgo(364), daysAgo(366)],
  );
  await deleteExpired({ database, identity: adapters.identity, clock });
  const left = await database.systemPool.query('select subject from pool_agreements where company_id = $1', [id]);
  expect(left.rows).toEqual([{ subject: 'new' }]);
});
