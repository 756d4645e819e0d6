import { paths } from '../../web/paths.ts';
import { openSettled } from '../support/check-pages.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { waitForMail } from '../support/outbox.ts';
import { callAs, createCompany, createUser, getTemporaryPassword, madePassword, newWord } from '../support/people.ts';
import { demoPassword } from '../support/sign-in.ts';

journey('the sign-in pages have no accessibility fault, empty and with their messages', async ({ page }) => {
  const person = await createUser();
  for (const path of [paths.login(), paths.signUp(), paths.singleSignOn(), paths.forgotPassword()]) {
    await openSettled(page, path);
    await expectNoAxeViolations(page);
    await page
      .locator('form')
      .getByRole('button', { name: /log in|sign up|continue|send code/i })
      .click();
    await page.getByText('Please input your Email!').waitFor();
    await expectNoAxeViolations(page);
  }
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
  await expectNoAxeViolations(page);
});

journey('the two-factor set-up has no accessibility fault', async ({ page }) => {
  const person = await createUser();
  await signIn(page, person, paths.security());
  await openSettled(page, paths.twoFactorSetup());
  await expectNoAxeViolations(page);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'Key for your authenticator app' }).waitFor();
  await expectNoAxeViolations(page);
});

journey('a person whom two companies have added chooses one, without an accessibility fault', async ({ page }) => {
  const stranger = await createCompany();
  const email = `chooser.${newWord()}@people.example`;
  const user = { email, firstName: 'Pille', lastName: 'Rand', company: 'Acme', sapId: 'RAND', roles: ['User'] };
  await (
    await callAs(stranger.email, stranger.password)
  )('POST', '/users', user);
  await (
    await callAs('superadmin@acme.example', demoPassword)
  )('POST', '/users', user);
  await openSettled(page, paths.login());
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(getTemporaryPassword(await waitForMail(email, /account/)));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('New password').fill(madePassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  await page.getByRole('heading', { name: 'Choose your company' }).waitFor();
  await page.getByRole('button', { name: stranger.company }).waitFor();
  await expectNoAxeViolations(page);
  await page.reload();
  await page.getByRole('button', { name: 'Acme Manufacturing' }).click();
  await page.getByRole('navigation').first().waitFor();
  await expect.poll(() => page.getByText('Acme Manufacturing').first().isVisible()).toBe(true);
  await expect.poll(() => page.getByText(stranger.company).count()).toBe(0);
});
