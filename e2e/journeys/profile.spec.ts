import { expect, expectNoAxeViolations, getCode, journey, signIn, waitForMail } from '../support/journey.ts';
import { createUser, newWord } from '../support/people.ts';

journey(
  'a changed address takes the password and a code, and then signs in instead of the old one',
  async ({ page }) => {
    const person = await createUser({ firstName: 'Heli', lastName: 'Mets' });
    const newEmail = `heli.${newWord()}@new.example`;
    await signIn(page, person);
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('heading', { name: 'Profile information' }).waitFor();
    await page.getByLabel('First Name').fill('');
    await page.getByLabel('Last Name').fill(' ');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The field is required!', { exact: true }).waitFor();
    await page.getByText('The field can not be empty!', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Heli');

    await expect.poll(() => page.getByLabel('Current password').count()).toBe(0);
    await page.getByLabel('E-mail address').fill('not an address');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The input is not a valid email address!', { exact: true }).waitFor();
    await page.getByLabel('E-mail address').fill(newEmail);
    await page.getByLabel('Current password', { exact: true }).fill('Wrong-2026!');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('The password is not correct.').waitFor();
    await page.getByLabel('Current password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('heading', { name: 'Verify your account' }).waitFor();
    await page.getByText(`A code was sent to ${newEmail}.`).waitFor();
    // The old address is in force until the code has come.
    await page.getByRole('link', { name: 'Continue to the portal' }).click();
    await page.getByText(`Verify your new e-mail address (${newEmail}).`).waitFor();
    await page.getByRole('button', { name: 'Profile menu' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('button', { name: 'Cancel the change' }).waitFor();
    await expectNoAxeViolations(page);
    await page.getByRole('link', { name: 'Verify now' }).click();
    await page.getByLabel('Code').fill(getCode(await waitForMail(newEmail, /confirm your new/i)));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Profile information' }).waitFor();
    await expect.poll(() => page.getByLabel('E-mail address').inputValue()).toBe(newEmail);
    await expect.poll(() => page.getByText('is not verified yet').count()).toBe(0);

    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Incorrect e-mail or password.').waitFor();
    await signIn(page, { email: newEmail, password: person.password });
  },
);
