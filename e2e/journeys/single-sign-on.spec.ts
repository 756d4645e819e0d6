import { paths } from '../../web/paths.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { createUser } from '../support/people.ts';

journey('single sign-on leads through the pages of the issuer and back, and out again', async ({ page }) => {
  const person = await createUser();
  // The account is of a user who has signed in, so that its address is verified.
  await signIn(page, person, paths.security());
  await page.context().clearCookies();
  // The issuer's pages take a font from there.
  await page.route('https://fonts.googleapis.com/**', (route) => route.abort());

  await page.goto(paths.security());
  await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
  await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('input[name="login"]').fill(person.email);
  await page.locator('input[name="password"]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByText(person.email).first().waitFor();

  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
});

journey('an issuer that cancels leads back with a message', async ({ page }) => {
  await page.goto(`${paths.singleSignOn()}?error=access_denied&state=a-state-of-no-browser`);
  await page.getByText('This sign-in step has expired. Please sign in again.').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await expectNoAxeViolations(page);
});
