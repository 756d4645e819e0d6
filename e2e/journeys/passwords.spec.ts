import { expect, expectNoAxeViolations, getCode, journey, signIn, waitForMail } from '../support/journey.ts';
import { moveFocus, pressOn, waitForFocus } from '../support/keyboard.ts';
import { createUser, getTemporaryPassword, madePassword, newWord } from '../support/people.ts';

const otherPassword = 'Journey-2027?';

journey('a forgotten password is replaced with a mailed code', async ({ page }) => {
  const { email } = await createUser();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Wrong-2026!');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('Incorrect e-mail or password.').waitFor();
  await page.getByRole('link', { name: 'Reset password' }).click();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  await page.getByLabel('E-mail').fill('');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText('Please input your Email!', { exact: true }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();

  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByText(/^You can request another code in \d+ seconds\.$/).waitFor();
  await expect.poll(() => page.url()).not.toContain(email);
  await page.reload();
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Please input your Code!', { exact: true }).waitFor();
  await page.getByText('Please input your Password!', { exact: true }).waitFor();
  const code = getCode(await waitForMail(email, /reset/i));
  await page.getByLabel('Code', { exact: true }).fill(code === '000000' ? '000001' : '000000');
  await page.getByLabel('New password', { exact: true }).fill(otherPassword);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('This code is not valid or has expired.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Change password' }).click();

  await page.getByText('Your password has been changed. Sign in with the new one.').waitFor();
  await signIn(page, { email, password: otherPassword });
  const { text } = await waitForMail(email, /password was changed/i);
  expect(text).not.toContain(otherPassword);
});

journey(
  'by keyboard alone a signed-in user changes the password, and the other browser is signed out',
  async ({ page }) => {
    const { email, password } = await createUser();
    await signIn(page, { email, password }, '/settings/security');
    const context = await page
      .context()
      .browser()
      ?.newContext({ baseURL: new URL(page.url()).origin });
    const other = await context?.newPage();
    if (!other) throw new Error('No second browser.');
    await signIn(other, { email, password }, '/settings/security');
    await pressOn(page.getByRole('button', { name: 'Change the password' }), 'Enter');
    await waitForFocus(page.getByLabel('Current password', { exact: true }));
    await page.keyboard.type(password);
    await moveFocus(page.getByLabel('New password', { exact: true }));
    await page.keyboard.type('Password1!');
    await page.keyboard.press('Enter');
    await page.getByText(/^This password is easy to guess\./).waitFor();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(otherPassword);
    await page.keyboard.press('Enter');
    await page.getByText('Your password has been changed. All other sessions have been ended.').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Security' }).waitFor();
    await other.reload();
    await other.getByRole('button', { name: 'Log in' }).waitFor();
    await signIn(other, { email, password: otherPassword }, '/settings/security');
    await context?.close();
  },
);

journey(
  'a user made by a SuperAdmin signs in with the mailed password and must choose an own one',
  async ({ page }) => {
    const email = `new.${newWord()}@people.example`;
    await signIn(page, 'superadmin@acme.example', '/users');
    await page.getByRole('link', { name: 'New user' }).click();
    await page.getByRole('heading', { name: 'Create new user' }).waitFor();
    await page.getByLabel('Company Name').fill('');
    await page.getByRole('button', { name: 'Create new user' }).click();
    for (const message of [
      'The First Name field is required!',
      'The Last Name field is required!',
      'The Email field is required!',
      'The Company field is required!',
      'SAP Login ID field is required!',
    ]) {
      await page.getByText(message, { exact: true }).waitFor();
    }
    await page.getByLabel('First Name').fill('   ');
    await page.getByLabel('Last Name').fill('Kuusk');
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Company Name').fill('Acme Manufacturing');
    await page.getByLabel('SAP Login ID').fill('KUUSK');
    await page.getByRole('button', { name: 'Create new user' }).click();
    await page.getByText('The First Name can not be empty!', { exact: true }).waitFor();
    await page.getByLabel('First Name').fill('Merike');
    await page.getByRole('button', { name: 'Create new user' }).click();
    await page.getByText(`The user has been created. An e-mail has been sent to ${email}.`).waitFor();
    await page.waitForURL('/users');
    const mail = await waitForMail(email, /account/i);

    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(getTemporaryPassword(mail));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Create new password' }).waitFor();
    // The shell stays closed until then, and opens where they wanted to go.
    await page.goto('/settings/company?from=mail');
    await page.getByRole('heading', { name: 'Create new password' }).waitFor();
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Please input your Password!', { exact: true }).waitFor();
    await expectNoAxeViolations(page);
    await page.getByLabel('New password', { exact: true }).fill(madePassword);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('Merike Kuusk', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Company information' }).waitFor();
    await expect.poll(() => page.url()).toMatch(/\/settings\/company\?from=mail$/);
    await expect.poll(() => page.getByRole('link', { name: 'User management' }).count()).toBe(0);
  },
);
