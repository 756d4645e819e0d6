import type { Page } from 'playwright-core';
import { expect, expectNoAxeViolations, getCode, journey, waitForMail } from '../support/journey.ts';
import { madePassword, newWord } from '../support/people.ts';

const emptyFormMessages = [
  'Please input your Email!',
  'Please input your First Name!',
  'Please input your Last Name!',
  'Please input your Company Name!',
  'Please input your Password!',
  'Please agree with Terms & Conditions',
  'Please agree with Data Processing',
];
const passwordRule =
  'Password must contain minimum eight characters, at least one uppercase letter, one lowercase letter, one number and one special character!';

async function fillForm(page: Page, email: string, company: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('First Name').fill('Karl');
  await page.getByLabel('Last Name').fill('Ilves');
  await page.getByLabel('Company Name').fill(company);
  await page.getByLabel('Password', { exact: true }).fill(madePassword);
}

journey('signing up, with both agreements and the mailed code, opens a new and empty company', async ({ page }) => {
  const email = `karl.${newWord()}@signers.example`;
  const company = `Northern Timber ${newWord()}`;
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
  await page.getByRole('button', { name: 'Sign up' }).click();
  for (const message of emptyFormMessages) {
    await page.getByText(message, { exact: true }).waitFor();
  }
  await fillForm(page, 'not an address', company);
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('Email address in invalid format!', { exact: true }).waitFor();
  await page.getByText(passwordRule, { exact: true }).waitFor();
  await fillForm(page, email, company);
  await page.getByRole('button', { name: 'Read the terms' }).click();
  await page.getByRole('dialog').getByRole('heading', { name: 'Terms & Conditions' }).waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // Not by its label: a native dialog of that name is closed a moment before it is gone.
  await page.getByRole('checkbox', { name: 'Terms & Conditions' }).check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText('Please agree with Data Processing', { exact: true }).waitFor();
  await page.getByLabel('Data Processing').check();
  await page.getByRole('button', { name: 'Sign up' }).click();

  await page.getByRole('heading', { name: 'Verify your account' }).waitFor();
  await page.getByText(`A code was sent to ${email}.`).waitFor();
  await page.getByText(/^You can request another code in \d+ seconds\.$/).waitFor();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Please input your Code!', { exact: true }).waitFor();
  await page.getByLabel('Code').fill('12a4');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Code in invalid format!', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByLabel('Code').fill(getCode(await waitForMail(email, /verify/i)));
  await page.getByRole('button', { name: 'Confirm' }).click();

  // The password of the form is not asked for again.
  await page.getByText(company, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'User management' }).click();
  await page.getByText('1 user', { exact: true }).waitFor();
  await page.getByRole('cell', { name: email }).waitFor();
  await page.getByRole('link', { name: 'Company Profile' }).click();
  await expect.poll(() => page.getByLabel('Company Name', { exact: false }).first().inputValue()).toBe(company);
  await page.getByText('No logo yet').waitFor();
  await expect.poll(() => page.getByLabel('VAT').inputValue()).toBe('');
  await page.goto('/settings/audit');
  await page.getByText('Company signed up').first().waitFor();
});

journey('an unverified sign-up is asked for the code at the log-in', async ({ page }) => {
  const email = `late.${newWord()}@signers.example`;
  await page.goto('/sign-up');
  await fillForm(page, email, `Late ${newWord()}`);
  await page.getByLabel('Terms & Conditions').check();
  await page.getByLabel('Data Processing').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('link', { name: 'Log in now' }).click();
  await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
  await page.goto('/users?search=late');
  await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(madePassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Verify your account' }).waitFor();
  await page.getByLabel('Code').fill(getCode(await waitForMail(email, /verify/i)));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL('/users?search=late');
});
