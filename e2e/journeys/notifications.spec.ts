import { expect, journey, signIn } from '../support/journey.ts';
import { createCompany } from '../support/people.ts';

const defaults = {
  Announcements: false,
  Maintenance: true,
  'New skills': false,
  'Account limit': false,
  'Budget warning': false,
  'Spending digest': false,
};

journey('notification settings start at their defaults, are kept by Save and put back by Cancel', async ({ page }) => {
  const founder = await createCompany();
  await signIn(page, founder);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Notifications' }).click();
  await page.getByRole('heading', { name: 'Platform and spending notifications' }).waitFor();
  for (const [name, isOn] of Object.entries(defaults)) {
    await expect.poll(() => page.getByRole('checkbox', { name }).isChecked(), { message: name }).toBe(isOn);
  }
  await page.getByRole('checkbox', { name: 'Announcements' }).check();
  await page.getByRole('checkbox', { name: 'Budget warning' }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The notification settings have been saved.').waitFor();
  await page.getByRole('checkbox', { name: 'Maintenance' }).uncheck();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Maintenance' }).isChecked()).toBe(true);
  await page.reload();
  await page.getByRole('heading', { name: 'Spending and limits' }).waitFor();
  const expected = { ...defaults, Announcements: true, 'Budget warning': true };
  for (const [name, isOn] of Object.entries(expected)) {
    await expect.poll(() => page.getByRole('checkbox', { name }).isChecked(), { message: name }).toBe(isOn);
  }
});
