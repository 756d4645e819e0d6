import { demoPassword, expect, expectNoAxeViolations, journey, signIn } from '../../support/journey.ts';
import { callAs, createUser, newWord } from '../../support/people.ts';

journey('two people edit the same user: the later save shows both versions and loses neither', async ({ page }) => {
  const { id } = await createUser({ firstName: 'Urve', lastName: `Kivi${newWord()}` });
  await signIn(page, 'superadmin@acme.example', `/users/${id}`);
  const other = await page.context().newPage();
  await other.goto(`/users/${id}`);
  await other.getByLabel('First Name').fill('Urve-Mai');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await other.getByText('The user has been saved.').waitFor();
  await other.waitForURL('/users');

  await page.getByLabel('First Name').fill('Urve-Liis');
  await page.getByLabel('SAP Login ID').fill('KIVI2');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else has changed this' });
  await notice.getByRole('row', { name: 'First Name Urve-Mai Urve-Liis' }).waitFor();
  await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Urve-Liis');
  await expect.poll(() => page.getByLabel('SAP Login ID').inputValue()).toBe('KIVI2');
  await expectNoAxeViolations(page);
  await notice.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByText('The user has been saved.').waitFor();
  await page.waitForURL('/users');
  const send = await callAs('superadmin@acme.example');
  expect(await send('GET', `/users/${id}`)).toMatchObject({ firstName: 'Urve-Liis', sapId: 'KIVI2' });
});

journey('leaving an edited form asks first, and staying keeps what was typed', async ({ page }) => {
  const { id } = await createUser();
  await signIn(page, 'superadmin@acme.example', '/users');
  await page.goto(`/users/${id}`);
  await page.getByLabel('Last Name').fill('Typed');
  await page.getByRole('link', { name: 'Company Profile' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay on this page' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByLabel('Last Name').inputValue()).toBe('Typed');
  await page.getByRole('link', { name: 'Company Profile' }).click();
  await dialog.getByRole('button', { name: 'Leave without saving' }).click();
  await page.getByRole('heading', { name: 'Company information' }).waitFor();
});

journey('a user is deleted from the form, and an unknown address is not found', async ({ page }) => {
  const { id, email } = await createUser();
  await signIn(page, 'superadmin@acme.example', `/users/${id}`);
  await page.getByRole('button', { name: 'Delete user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete user' });
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('/users');
  await page.getByText('The user has been deleted.').waitFor();
  await page.getByRole('cell', { name: 'superadmin@acme.example' }).waitFor();
  await expect.poll(() => page.getByRole('cell', { name: email }).count()).toBe(0);
  await page.goto(`/users/${id}`);
  await page.getByRole('heading', { name: 'We are sorry but the page you are looking for was not found.' }).waitFor();
});

journey('what was typed outlives the end of the session, and is saved after signing in elsewhere', async ({ page }) => {
  const { id } = await createUser();
  await signIn(page, 'superadmin@acme.example', `/users/${id}`);
  await page.getByLabel('Last Name').fill('Precious');
  const other = await page.context().newPage();
  await other.goto('/contacts');
  await other.getByRole('button', { name: 'Profile menu' }).click();
  await other.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await page.getByLabel('Last Name').waitFor({ state: 'hidden' });
  const link = page.getByRole('link', { name: 'Sign in in a new tab' });
  const [again] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  await again.getByLabel('E-mail').fill('superadmin@acme.example');
  await again.getByLabel('Password', { exact: true }).fill(demoPassword);
  await again.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(() => page.getByLabel('Last Name').inputValue()).toBe('Precious');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The user has been saved.').waitFor();
  await page.waitForURL('/users');
  await page.getByRole('cell', { name: 'superadmin@acme.example' }).waitFor();
  const send = await callAs('superadmin@acme.example');
  expect(await send('GET', `/users/${id}`)).toMatchObject({ lastName: 'Precious' });
});

journey('logging out with something unsaved asks first, and staying keeps the session', async ({ page }) => {
  const { id } = await createUser();
  await signIn(page, 'superadmin@acme.example', `/users/${id}`);
  await page.getByLabel('Last Name').fill('Precious');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay on this page' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The user has been saved.').waitFor();
});
