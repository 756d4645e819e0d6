import { expect, journey, signIn } from '../../support/journey.ts';
import { waitForFocus } from '../../support/keyboard.ts';
import { createCompany, createUser, newWord } from '../../support/people.ts';

journey(
  'the search stands in the address, marks what it found, and comes back with the back button',
  async ({ page }) => {
    await signIn(page, 'superadmin@acme.example', '/users');
    await page.getByRole('cell', { name: 'superadmin@acme.example' }).waitFor();
    const search = page.getByPlaceholder('Search...');
    await search.fill('SOFIA');
    await page.waitForURL('/users?search=SOFIA');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    const match = page.getByRole('cell', { name: 'sofia.lindqvist@acme.example' }).locator('mark, strong, b');
    await expect.poll(() => match.innerText()).toBe('sofia');
    const weight = () => match.evaluate((each) => Number(getComputedStyle(each).fontWeight));
    await expect.poll(weight).toBeGreaterThanOrEqual(600);
    await page.getByRole('link', { name: 'Sofia' }).click();
    await page.getByRole('heading', { name: 'Edit user' }).waitFor();
    await page.goBack();
    await page.waitForURL('/users?search=SOFIA');
    await expect.poll(() => search.inputValue()).toBe('SOFIA');
    await page.getByRole('link', { name: 'Sofia' }).click();
    await page.getByRole('heading', { name: 'Edit user' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('/users?search=SOFIA');
    await expect.poll(() => search.inputValue()).toBe('SOFIA');
    await page.reload();
    await page.getByRole('cell', { name: 'sofia.lindqvist@acme.example' }).waitFor();
    await search.fill('nobody is called like this');
    await page.getByText('No users matching the current search.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Company Profile' }).click();
    await page.getByRole('heading', { name: 'Company information' }).waitFor();
    await page.getByRole('link', { name: 'User management' }).click();
    await page.getByRole('cell', { name: 'superadmin@acme.example' }).waitFor();
    await expect.poll(() => search.inputValue()).toBe('');
  },
);

journey('deletes all found users at once after DELETE is typed, and no other user', async ({ page }) => {
  const founder = await createCompany();
  const lastName = `Leaver${newWord()}`;
  const by = { by: founder.email, byPassword: founder.password, lastName };
  await createUser({ ...by, firstName: 'Ants' });
  await createUser({ ...by, firstName: 'Berit' });
  await signIn(page, founder, '/users');
  await expect.poll(() => page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await page.getByPlaceholder('Search...').fill(lastName);
  await page.getByText('2 of 3 users').waitFor();
  await page.getByRole('checkbox', { name: 'Select all users of the list' }).check();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();

  const dialog = page.getByRole('dialog', { name: 'Delete 2 users' });
  await dialog.getByText(`Ants ${lastName}`).waitFor();
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Please enter DELETE to confirm the deletion', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => dialog.getByLabel('Type DELETE to confirm').inputValue()).toBe('');
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('status').filter({ hasText: '2 users have been deleted.' }).waitFor();
  await waitForFocus(page.getByRole('heading', { level: 1 }));
  await page.getByText('No users matching the current search.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByText('1 user', { exact: true }).waitFor();
  await page.getByRole('cell', { name: founder.email }).waitFor();

  await page.getByRole('checkbox', { name: 'Select all users of the list' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  const own = page.getByRole('dialog', { name: 'Delete', exact: true });
  await own.getByText('None of the selected users can be included.').waitFor();
  await own.getByText('You, who can delete yourself on your own page only').waitFor();
  await own.getByRole('button', { name: 'Close' }).last().click();
  await own.waitFor({ state: 'hidden' });
});

journey('the list of what is deleted scrolls above 160 pixels', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example', '/users');
  await page.getByRole('cell', { name: 'superadmin@acme.example' }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all users of the list' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  const names = page.getByRole('dialog').getByRole('list', { name: 'What will be deleted' });
  await names.waitFor();
  const { height, content } = await names.evaluate((each) => ({
    height: each.getBoundingClientRect().height,
    content: each.scrollHeight,
  }));
  expect(height).toBe(160);
  expect(content).toBeGreaterThan(height);
});
