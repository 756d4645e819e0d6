import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import { expect, expectNoAxeViolations, journey, signIn, waitForMail } from '../support/journey.ts';
import { createUser, type Person } from '../support/people.ts';
import { getSecondsLeft, getTotp, getTotpStep } from '../support/totp.ts';

/** Sets two-factor authentication up as a person does and answers what the screen has shown of it. */
async function setUpTwoFactor(page: Page, person: Person) {
  await page.goto('/settings/security');
  await page.getByRole('link', { name: 'Set up' }).click();
  await page.getByRole('heading', { name: 'Set up two-factor authentication' }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill('Wrong-2026!');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('The password is not correct.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'Key for your authenticator app' }).waitFor();
  const secret = await page.getByText('Can’t scan the code?').locator('code').innerText();
  // The code of the half minute before is taken too, which leaves the present one for signing in.
  const usedStep = getSecondsLeft() > 5 ? getTotpStep() - 1 : getTotpStep();
  await page.getByLabel('Authenticator code').fill(getTotp(secret, usedStep));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByText('Two-factor authentication is on.').waitFor();
  const codes = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  const recoveryCodes = await codes.allInnerTexts();
  await page.getByRole('button', { name: 'I have saved these codes' }).click();
  await page.waitForURL('/settings/security');
  return { secret, recoveryCodes, usedStep };
}

async function givePassword(page: Page, { email, password }: Person): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
}

async function confirm(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill(code);
  await page.getByRole('button', { name: 'Confirm' }).click();
}

const waitForShell = (page: Page) => page.getByRole('navigation', { name: 'Main menu' }).waitFor();

journey('with two factors, signing in takes the app or a recovery code, each once', async ({ page }) => {
  const person = await createUser();
  await signIn(page, person);
  const { secret, recoveryCodes, usedStep } = await setUpTwoFactor(page, person);
  expect(recoveryCodes.length).toBeGreaterThanOrEqual(8);

  await givePassword(page, person);
  // The second factor is no page that can be walked around.
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  await confirm(page, 'Authenticator code', 'abc');
  await page.getByText('Code in invalid format!', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await confirm(page, 'Authenticator code', getTotp(secret, usedStep));
  await page.getByText('This code is not valid or has expired.').waitFor();
  await vi.waitUntil(() => getTotpStep() > usedStep, { timeout: 6000 });
  await confirm(page, 'Authenticator code', getTotp(secret));
  await waitForShell(page);
  await page.waitForURL('/settings');

  await givePassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await confirm(page, 'Recovery code', recoveryCodes[0] ?? '');
  await waitForShell(page);

  await givePassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await confirm(page, 'Recovery code', recoveryCodes[0] ?? '');
  await page.getByText('This code is not valid or has expired.').waitFor();
});

journey('after the reset of a lost device by an administrator, the password alone signs in', async ({ page }) => {
  const person = await createUser();
  await signIn(page, person);
  await setUpTwoFactor(page, person);

  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const admin = await context?.newPage();
  if (!context || !admin) throw new Error('No browser for the administrator.');
  await signIn(admin, 'superadmin@acme.example', `/users/${person.id}`);
  await admin.getByRole('button', { name: 'Reset two-factor authentication' }).click();
  const dialog = admin.getByRole('dialog', { name: `Reset two-factor authentication: ${person.firstName}` });
  await dialog.getByRole('button', { name: 'Reset two-factor authentication' }).click();
  await admin.getByText('Two-factor authentication has been reset.').waitFor();
  await admin.getByRole('button', { name: 'Reset two-factor authentication' }).waitFor({ state: 'detached' });
  await waitForMail(person.email, /^Two-factor authentication of your .* account was reset$/);
  await context.close();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await waitForShell(page);
});
