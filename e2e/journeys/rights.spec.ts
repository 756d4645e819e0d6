import { expect, expectNoAxeViolations, journey, openPage, signIn } from '../support/journey.ts';
import { createCompany, createUser } from '../support/people.ts';

journey('a SuperAdmin keeps transcripts and billing from users, and gives them back', async ({ page, browser }) => {
  const founder = await createCompany();
  const user = await createUser({ by: founder.email, byPassword: founder.password });
  const other = await openPage(browser);
  await signIn(other, user, '/analytics/logs');
  await other.getByRole('heading', { name: 'Conversation logs' }).waitFor();

  await signIn(page, founder, '/users');
  await page.getByRole('link', { name: 'Roles and rights' }).click();
  await page.getByLabel('Transcripts, User').selectOption('None');
  await page.getByLabel('Billing and limits, User').selectOption('No access');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The rights have been saved.').waitFor();

  await other.reload();
  await other.getByText('Your company’s administrators have restricted access to transcripts.').waitFor();
  await expectNoAxeViolations(other);
  const menu = other.getByRole('navigation', { name: 'Main menu' });
  await expect.poll(() => menu.getByRole('link', { name: 'Billing' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The rights have been saved.').nth(0).waitFor();
  await page.getByText('Default: All').waitFor({ state: 'detached' });
  await other.reload();
  await menu.getByRole('link', { name: 'Billing' }).waitFor();
  await other.context().close();
});
