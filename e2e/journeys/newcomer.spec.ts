import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, getCode, journey, waitForMail } from '../support/journey.ts';
import { madePassword, newWord } from '../support/people.ts';

/* Each step is found from what the page before it shows: no address is entered, and nothing is reloaded. */

const stepsOf = (page: Page) => page.getByRole('region', { name: 'First steps' });
const followStep = (page: Page, title: RegExp) => stepsOf(page).getByRole('link', { name: title }).click();

async function goHome(page: Page, done: number): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await stepsOf(page).getByText(`${done} of 5 done`).waitFor();
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign up' }).click();
  // The log-in page has a field of that name too.
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('First Name').fill('Nele');
  await page.getByLabel('Last Name').fill('Kask');
  await page.getByLabel('Company Name').fill(`Harbour ${newWord()}`);
  await page.getByLabel('Password', { exact: true }).fill(madePassword);
  await page.getByRole('checkbox', { name: 'Terms & Conditions' }).check();
  await page.getByLabel('Data Processing').check();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByLabel('Code').fill(getCode(await waitForMail(email, /verify/i)));
  await page.getByRole('button', { name: 'Confirm' }).click();
}

journey(
  'from the sign-up to the first conversation, a limit with e-mails and two people, by what the pages show',
  async ({ page }) => {
    const word = newWord();
    const startedAt = Date.now();
    await signUp(page, `nele.${word}@newcomers.example`);
    await page
      .getByRole('region', { name: 'Who may read conversations?' })
      .getByRole('button', { name: 'Save' })
      .click();
    await stepsOf(page).getByText('0 of 5 done').waitFor();

    await followStep(page, /Connect your assistant/);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Production');
    await page.keyboard.press('Enter');
    await page.getByLabel('Which assistant do you connect?').selectOption('Own program');
    const command = await page.getByLabel('Test from the command line', { exact: true }).innerText();
    // As it is copied into a shell.
    await promisify(execFile)('bash', ['-c', command]);
    await page.getByText(/^Received at /).waitFor();
    await page.getByRole('link', { name: 'Read it' }).click();
    await page.getByRole('dialog').getByText('Friday is booked.').first().waitFor();
    await page.keyboard.press('Escape');

    await goHome(page, 2);
    await followStep(page, /Set a spending limit/);
    await page.getByRole('button', { name: 'Set account limit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Limit in euros').fill('500');
    await dialog.getByLabel('E-mail administrators at 50, 80 and 100%').waitFor();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // Its e-mails were offered, ticked.
    await expect.poll(() => page.getByText('No one is notified when this limit is reached.').count()).toBe(0);

    await goHome(page, 3);
    await followStep(page, /Invite your colleagues/);
    await page.getByLabel('Addresses').fill(`Anna Berg <anna.${word}@people.example>; jaan.${word}@people.example`);
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await page.getByText(/^2 invited/).waitFor();
    await goHome(page, 4);
    // A person reads and decides as well; what the portal takes of the four minutes is little of them.
    expect(Date.now() - startedAt).toBeLessThan(240_000);
  },
);
