import { expect, test } from 'vitest';
import { readAuthenticator } from '#server/testing/authenticator.ts';
import { Browser } from '#server/testing/browser.ts';
import { testPassword, useTestPortal } from '#server/testing/test-portal.ts';
import { newUserForm } from '#server/testing/user-forms.ts';

const portal = useTestPortal();

const group = (code: string, sign: string) => `${code.slice(0, 3)}${sign}${code.slice(3)}`;

test('codes and addresses are taken as programs show them, and a wrong code of an app names the clock', async () => {
  const { id, superAdmin } = await portal().makeCompany();
  const user = await portal().makeUser(id);
  const setUp = await portal().call('/session/two-factor', { as: user, body: { password: testPassword } });
  const { secret, recoveryCodes } = setUp.body as { secret: string; recoveryCodes: string[] };
  const readCode = (sign: string) => group(readAuthenticator(secret, portal().clock.now()), sign);
  const clock = {
    status: 422,
    body: { fields: [{ path: 'code', message: expect.stringMatching(/clock/) as string }] },
  };
  const early = await portal().call('/session/two-factor/confirm', { as: user, body: { code: '000 000' } });
  expect(early).toMatchObject(clock);
  const confirmed = await portal().call('/session/two-factor/confirm', {
    as: user,
    body: { code: readCode('\u00A0') },
  });
  expect(confirmed.status).toBe(200);

  portal().clock.advance(30_000);
  const browser = new Browser(portal());
  await browser.post('/session/sign-in', { email: ` ${user.email}\u00A0`, password: testPassword });
  const confirm = (method: string, code: string) => browser.post('/session/confirm-sign-in', { method, code });
  expect(await confirm('totp', '000-000')).toMatchObject(clock);
  const noClock = (await confirm('recovery', 'zzzzz-zzzzz')).body as { fields: { message: string }[] };
  expect(noClock.fields[0]?.message).not.toMatch(/clock/);
  expect(await confirm('totp', readCode(' '))).toMatchObject({ status: 200, body: { state: 'signedIn' } });
  expect(recoveryCodes.length).toBeGreaterThan(0);

  const added = await portal().call('/users', {
    as: superAdmin,
    body: newUserForm({ email: '\tnew.person@acme.example ' }),
  });
  expect(added.status).toBe(201);
  const stored = await portal().call(`/users/${(added.body as { id: string }).id}`, { as: superAdmin });
  expect(stored.body).toMatchObject({ email: 'new.person@acme.example' });
  const named = newUserForm({ email: 'other@acme.example', firstName: 'Mari; Kask' });
  expect(await portal().call('/users', { as: superAdmin, body: named })).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'firstName', message: 'A name cannot contain @, ;, < or >.' }] },
  });
});
