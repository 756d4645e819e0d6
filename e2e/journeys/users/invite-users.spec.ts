import type { Page } from 'playwright-core';
import { expect, expectNoAxeViolations, journey, openPage, signIn, waitForMail } from '../../support/journey.ts';
import { createCompany, getTemporaryPassword, newWord } from '../../support/people.ts';

/** Pastes a list with one wrong row, and invites the others. */
async function inviteByList(page: Page, email: string, word: string): Promise<void> {
  await page.getByRole('link', { name: 'Invite many users' }).click();
  const others = ['no address,A,B', `jaan.tamm.${word}@people.example`];
  const list = ['E-mail,First name,Last name', `${email},Mari,${word}`, ...others];
  await page.getByLabel('Addresses').fill(list.join('\n'));
  await page.getByText('2 ready, 1 with a problem.').waitFor();
  const wrong = page.getByRole('row', { name: /no address/ });
  await wrong.getByText('The input is not a valid email address!').waitFor();
  await expect.poll(() => wrong.getByRole('rowheader').innerText()).toBe('3');
  await page.getByRole('row', { name: /jaan/ }).getByText('from the address').waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Send invitations' }).click();
  await page.getByText('2 invited, 1 with a problem.').waitFor();
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

journey('invites by a list, sends an invitation again, deactivates the user and activates again', async ({ page }) => {
  const founder = await createCompany();
  const word = newWord();
  const email = `mari.${word}@people.example`;
  await signIn(page, founder, '/users');
  await inviteByList(page, email, word);
  const first = getTemporaryPassword(await waitForMail(email, /account/));
  await page.getByRole('link', { name: 'User management' }).last().click();
  await page
    .getByRole('row', { name: new RegExp(email) })
    .getByText('Invited')
    .waitFor();
  await page.getByRole('link', { name: 'Mari' }).click();
  const askedAt = new Date();
  await page.getByRole('button', { name: 'Send the invitation again' }).click();
  await page.getByText(`The invitation has been sent to ${email}.`).waitFor();
  const password = getTemporaryPassword(await waitForMail(email, /account/, askedAt));
  expect(password).not.toBe(first);

  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('The user has been deactivated.').waitFor();
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  const guest = await openPage(browser);
  await logIn(guest, email, password);
  await guest.getByText('You have been denied access to the portal!').waitFor();

  await page.getByRole('button', { name: 'Activate again' }).click();
  await page.getByText('The user can sign in again.').waitFor();
  await logIn(guest, email, password);
  await guest.getByLabel('New password', { exact: true }).waitFor();
  await guest.context().close();
});
