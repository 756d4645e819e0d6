import { paths } from '../../web/paths.ts';
import { openSettled } from '../support/check-pages.ts';
import { expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { createUser } from '../support/people.ts';

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
