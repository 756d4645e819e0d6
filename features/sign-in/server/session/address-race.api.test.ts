import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { waitForCode } from '#server/testing/caught-mail.ts';
import { testPassword, useTestPortal } from '#server/testing/test-portal.ts';
import { profileForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();

test('a new address that becomes another account’s while its code is entered is refused like a wrong code', async () => {
  const { superAdmin } = await portal().makeCompany();
  const { systemPool } = portal().database;
  const email = `${randomUUID()}@test.example`;
  const body = profileForm(email, { currentPassword: testPassword });
  expect((await portal().call(`/users/${superAdmin.id}`, { as: superAdmin, body })).status).toBe(200);
  const code = await waitForCode(portal(), email, /new e-mail address$|^Confirm/);

  const signUp = await systemPool.connect();
  try {
    await signUp.query('begin');
    await signUp.query("insert into identity.accounts (email, name) values ($1, 'Somebody')", [email]);
    const verified = portal().call('/session/verify-contact', { as: superAdmin, body: { code } });
    await vi.waitFor(
      async () => {
        const { rowCount } = await signUp.query(
          `select from pg_locks mine join pg_locks waiting on waiting.transactionid = mine.transactionid
           where mine.pid = pg_backend_pid() and mine.granted and not waiting.granted`,
        );
        expect(rowCount).toBe(1);
      },
      { timeout: 10_000, interval: 20 },
    );
    await signUp.query('commit');
    expect(await verified).toMatchObject({ status: 422, body: { code: 'session.wrong-code' } });
  } finally {
    signUp.release();
  }
});
