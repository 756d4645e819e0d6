import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { emulatedCode } from '../../../server/outside/identity/testing/cognito-emulator.ts';
import { paths } from '../../../web/paths.ts';
import { expect, expectNoAxeViolations, journey, signIn, waitForMail } from '../../support/journey.ts';
import { createCompany, getTemporaryPassword, madePassword, newWord } from '../../support/people.ts';
import { getSecondsLeft, getTotp, getTotpStep } from '../../support/totp.ts';
import {
  createPoolCompany,
  createPoolUser,
  deletePoolUser,
  getPool,
  logIn,
  poolPassword,
  toUserForm,
  verifyDomain,
} from '../../support/testing/user-pool.ts';

const newPassword = 'Pool-changed-2026!';

const waitForSecurity = (page: Page) => page.getByRole('heading', { name: 'Security' }).waitFor();

async function confirm(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

const wrongCode = 'This code is not valid or has expired.';

journey('a user pool is set up, and its users sign in on the portal’s own pages', async ({ page }) => {
  const [pool, founder, domain] = [getPool(), await createCompany(), `${newWord()}.example`];
  await signIn(page, founder, paths.singleSignOnSettings());
  await page.getByLabel('Protocol').selectOption('cognito');
  await expect.poll(() => page.getByLabel('Region').inputValue()).toBe('eu-central-1');
  await page.getByLabel('User pool ID').fill(pool.userPoolId);
  await page.getByLabel('Client ID').fill(pool.clientId);
  await page.getByLabel('Client secret').fill(pool.clientSecret);
  await page.getByLabel('E-mail domains').fill(domain);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Single sign-on has been saved.').waitFor();
  await verifyDomain(domain);
  await page.getByRole('button', { name: 'Test and verify domains' }).click();
  await page.getByText('The user pool answers and knows this app client.').waitFor();
  await page.getByText('Verified', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
});

journey('a temporary password of the pool is replaced at the first sign-in', async ({ page }) => {
  const { domain, send } = await createPoolCompany();
  const email = `ann@${domain}`;
  await send('POST', '/users', toUserForm(email));
  await createPoolUser(email, true);
  await logIn(page, { email, password: poolPassword });
  await page.getByRole('heading', { name: 'Create new password' }).waitFor();
  await page.reload();
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  await waitForSecurity(page);
  await page.getByText('Your password in your company’s sign-in service.').waitFor();
  await page.getByText(email).first().waitFor();
  await expectNoAxeViolations(page);
});

journey(
  'who signs up at the pool verifies the account and signs in once the company has added them',
  async ({ page }) => {
    const { domain, send } = await createPoolCompany();
    const email = `karl@${domain}`;
    await page.goto(paths.signUp());
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('First Name').fill('Karl');
    await page.getByLabel('Last Name').fill('Ilves');
    await page.getByLabel('Company Name').fill('Acme');
    await page.getByLabel('Password', { exact: true }).fill(poolPassword);
    await page.getByRole('checkbox', { name: 'Terms & Conditions' }).check();
    await page.getByLabel('Data Processing').check();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Verify your account' }).waitFor();
    await page.getByText(`A code was sent to ${email}.`).waitFor();
    await confirm(page, 'Code', '12a4');
    await page.getByText('Code in invalid format!', { exact: true }).waitFor();
    await confirm(page, 'Code', '000000');
    await page.getByText(wrongCode).waitFor();
    await page.reload();
    await confirm(page, 'Code', emulatedCode);
    await page
      .getByText('Your account is verified. You can sign in as soon as your administrator has added you.')
      .waitFor();

    await page.getByLabel('Password', { exact: true }).fill(poolPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    // The emulator has not verified the address with that, as AWS does.
    await page.getByRole('heading', { name: 'Verify your account' }).waitFor();
    await confirm(page, 'Code', emulatedCode);
    await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(poolPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page
      .getByText('There is no user for you in the portal yet. Please ask your administrator to add you.')
      .waitFor();
    await send('POST', '/users', toUserForm(email));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    const { entries } = (await send('GET', '/audit?entity=account')) as { entries: { action: string }[] };
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.pool-sign-up', 'account.link', 'account.sign-in']),
    );
  },
);

journey('a password of the pool is forgotten and replaced by a code, then changed by its owner', async ({ page }) => {
  const { domain, send } = await createPoolCompany();
  const email = `ann@${domain}`;
  await send('POST', '/users', toUserForm(email));
  await createPoolUser(email);
  await logIn(page, { email, password: 'Wrong-2026!' });
  await page.getByText('Incorrect e-mail or password.').waitFor();
  await page.getByRole('link', { name: 'Reset password' }).click();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText(/^Password must contain minimum eight characters/).waitFor();
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText(wrongCode).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(emulatedCode);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password has been changed. Sign in with the new one.').waitFor();
  // Said once.
  await page.reload();
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(email);
  await expect.poll(() => page.getByText('Your password has been changed.').count()).toBe(0);

  await logIn(page, { email, password: newPassword });
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByLabel('Current password').fill(newPassword);
  await page.getByLabel('New password', { exact: true }).fill('Pool-third-2026!');
  await page.getByLabel('New password', { exact: true }).press('Enter');
  await page.getByText('Your password has been changed. All other sessions have been ended.').waitFor();
  await page.reload();
  await waitForSecurity(page);
  await logIn(page, { email, password: newPassword });
  await page.getByText('Incorrect e-mail or password.').waitFor();
  await logIn(page, { email, password: 'Pool-third-2026!' });
  await waitForSecurity(page);
});

journey('an authenticator app of the pool is turned on, and each sign-in asks for its code', async ({ page }) => {
  const { domain, send } = await createPoolCompany();
  const person = { email: `ann@${domain}`, password: poolPassword };
  await send('POST', '/users', toUserForm(person.email));
  await createPoolUser(person.email);
  await logIn(page, person);
  await page.getByRole('link', { name: 'Set up' }).click();
  await page.getByLabel('Password', { exact: true }).fill(poolPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = await page.locator('code').innerText();
  await page.getByLabel('Authenticator code').fill(getTotp(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Turn off' }).waitFor();
  await expectNoAxeViolations(page);

  await logIn(page, person);
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  await confirm(page, 'Authenticator code', '000000');
  await page.getByText(wrongCode).waitFor();
  await expectNoAxeViolations(page);
  // Another tab continues the step, and offers no recovery codes either, which the pool does not have.
  const other = await page.context().newPage();
  await other.goto(paths.users());
  await other.getByLabel('Authenticator code').waitFor();
  await expect.poll(() => other.getByRole('button', { name: 'Use a recovery code' }).count()).toBe(0);
  await other.close();
  await confirm(page, 'Authenticator code', getTotp(secret));
  await waitForSecurity(page);

  await logIn(page, person);
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  // As after ten minutes.
  await page.context().clearCookies();
  await confirm(page, 'Authenticator code', getTotp(secret));
  await page.getByText('This sign-in step has expired. Please sign in again.').waitFor();
  await page.reload();
  await page.getByText('You were not signed in, because the sign-in took too long. Please begin again.').waitFor();
});

journey('a user whom the pool has deleted changes nothing there and cannot sign in again', async ({ page }) => {
  const { domain, send } = await createPoolCompany();
  const person = { email: `ann@${domain}`, password: poolPassword };
  await send('POST', '/users', toUserForm(person.email));
  await createPoolUser(person.email);
  await logIn(page, person);
  await waitForSecurity(page);
  await deletePoolUser(person.email);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByLabel('Current password').fill(poolPassword);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByLabel('New password', { exact: true }).press('Enter');
  await page.getByText('This sign-in step has expired. Please sign in again.').waitFor();
  await logIn(page, person);
  await page.getByText('Incorrect e-mail or password.').waitFor();
  await page.getByRole('link', { name: 'Reset password' }).click();
  // The log-in page has a field of that name too.
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  // The pool does not say whom it knows.
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.getByLabel('Code', { exact: true }).fill(emulatedCode);
  await page.getByLabel('New password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText(wrongCode).waitFor();
});

/** Demands single sign-on on its page; the founder alone keeps the password, for emergencies. */
async function demandSingleSignOn(page: Page): Promise<void> {
  await page.goto(paths.singleSignOnSettings());
  await page.getByRole('switch', { name: 'Users sign in with single sign-on only' }).check();
  await page.getByRole('switch', { name: /founder\./ }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Single sign-on has been saved.').waitFor();
}

journey('a company demands its pool: the portal’s passwords are closed but for emergencies', async ({ page }) => {
  const { founder, domain, send } = await createPoolCompany();
  const email = `ann@${domain}`;
  await send('POST', '/users', toUserForm(email));
  await createPoolUser(email);
  await logIn(page, { email, password: getTemporaryPassword(await waitForMail(email, /account/)) });
  await page.getByLabel('New password').fill(madePassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  await waitForSecurity(page);
  await page.context().clearCookies();
  await signIn(page, founder);
  const { secret } = (await send('POST', '/session/two-factor', { password: founder.password })) as { secret: string };
  // The code of the half minute before is taken too, which leaves the present one for signing in.
  const usedStep = getSecondsLeft() > 5 ? getTotpStep() - 1 : getTotpStep();
  await send('POST', '/session/two-factor/confirm', { code: getTotp(secret, usedStep) });
  await demandSingleSignOn(page);

  await logIn(page, { email, password: madePassword });
  await page
    .getByText('This password does not open the portal any more. Please use the one of your company’s sign-in service.')
    .waitFor();
  await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
  await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Sign in on this page, with your password in your company’s sign-in service.').waitFor();
  await expectNoAxeViolations(page);
  await page.getByLabel('Password', { exact: true }).fill(poolPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await waitForSecurity(page);

  await logIn(page, founder);
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  await confirm(page, 'Authenticator code', '000000');
  await page.getByText(wrongCode).waitFor();
  await vi.waitUntil(() => getTotpStep() > usedStep, { timeout: 6000 });
  await confirm(page, 'Authenticator code', getTotp(secret));
  await waitForSecurity(page);
  await waitForMail(founder.email, /emergency/i);
  await page.goto('/settings/audit');
  await page.getByText('Signed in with a password through emergency access').first().waitFor();
});
