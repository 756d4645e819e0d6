import { expect, test } from 'vitest';
import { useTestPortal } from '#server/testing/test-portal.ts';
import { signUpForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal({ SIGN_UP: 'closed' });

test('a closed sign-up makes nothing and says so', async () => {
  const { status, body } = await portal().call('/session/sign-up', { body: signUpForm() });
  const message = 'Sign-up is closed. Please ask your administrator for an account.';
  expect({ status, body }).toMatchObject({ status: 403, body: { code: 'session.sign-up-closed', message } });
  const { rows } = await portal().database.systemPool.query('select id from companies');
  expect(rows).toEqual([]);
});
