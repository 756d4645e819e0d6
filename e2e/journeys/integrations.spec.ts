import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { moveFocus, pressOn, waitForFocus } from '../support/keyboard.ts';
import { createCompany, createUser, newWord } from '../support/people.ts';

const uniqueIdTaken = 'Integration with such Unique ID already exists!';

/** From the catalogue to the filled form of an SAP system. */
async function fillInErp(page: Page, name: string, uniqueId: string): Promise<void> {
  await page.goto('/connections/catalogue');
  await page.getByRole('link', { name: 'SAP ERP' }).click();
  await page.getByRole('heading', { name: 'Add SAP ERP' }).waitFor();
  await page.getByLabel('Unique ID').fill(uniqueId);
  await page.getByLabel('Service Name').fill(name);
  await page.getByLabel('Hostname').fill('127.0.0.1');
  await page.getByLabel('Port').fill('8443');
  await page.getByLabel('Username').fill('STEW');
  await page.getByLabel('Password', { exact: true }).fill('planted-secret');
}

const statusOf = (page: Page, name: string) =>
  page
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('cell')
    .nth(3);

journey('an integration is added, found, tested, edited and deleted', async ({ page }) => {
  const founder = await createCompany();
  const name = `Ledger ${newWord()}`;
  await signIn(page, founder);
  await page.getByRole('link', { name: 'Integrations', exact: true }).click();
  await page.getByText("You don't have any active integrations yet.", { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Choose one from the catalogue' }).click();
  await page.getByRole('heading', { name: 'Catalogue' }).waitFor();

  await fillInErp(page, name, 'LEDGER');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('The connection does not work.').waitFor();
  await expect
    .poll(() =>
      page
        .getByRole('listitem')
        .filter({ hasText: /^Address/ })
        .innerText(),
    )
    .toContain('failed');
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Add integration' }).click();
  await page.waitForURL('/connections');
  await page.getByText(/^Saved\. The last connection test failed: /).waitFor();
  await statusOf(page, name).getByText('Active', { exact: true }).waitFor();
  await page.getByRole('row', { name: new RegExp(`${name}.*Degraded`) }).waitFor();

  await fillInErp(page, 'Another', ' LEDGER');
  await page.getByRole('button', { name: 'Add integration' }).click();
  await page.getByText(uniqueIdTaken, { exact: true }).waitFor();
  await page.getByLabel('Unique ID').fill('SECOND');
  await page.getByRole('button', { name: 'Add integration' }).click();
  await page.getByText('2 integrations').waitFor();

  await page.getByPlaceholder('Search...').fill(name.toUpperCase());
  await page.getByText('1 of 2 integrations').waitFor();
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { name: 'Edit SAP ERP' }).waitFor();
  await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText(/Last test of the saved settings: failed/).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('switch', { name: 'Status' }).uncheck();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText(/^Saved\. The last connection test failed: /).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/connections');
  await page.getByText('1 of 2 integrations').waitFor();
  await statusOf(page, name).getByText('Disabled', { exact: true }).waitFor();
  await expectNoAxeViolations(page);

  await page.getByRole('link', { name }).click();
  await page.getByLabel('Hostname').fill('erp.acme.example');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Please re-enter the password').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('planted-secret');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL(/\/connections\?/);

  await page.getByRole('button', { name: `Options of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete service' }).click();
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('The integration has been deleted.').waitFor();
  await page.getByText('No integrations matching the current search options.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await page.getByText('1 integration', { exact: true }).waitFor();
});

journey('what the list is narrowed to stands in the address until the area is left', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example', '/integrations');
  await page.getByText('6 integrations').waitFor();
  await page.getByLabel('Service provider').selectOption('IBM Watson');
  await page.getByLabel('Status').selectOption('Active');
  await page.waitForURL('/integrations?provider=IBM&status=Active');
  await page.reload();
  await page.getByText(/^\d of 6 integrations$/).waitFor();
  await expect.poll(() => page.getByLabel('Service provider').inputValue()).toBe('IBM');
  await page.getByPlaceholder('Search...').fill('no such system');
  await page.getByText('No integrations matching the current search options.', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Billing' }).click();
  await page.getByRole('heading', { name: 'Billing' }).waitFor();
  await page.getByRole('link', { name: 'Integrations', exact: true }).click();
  await page.getByText('6 integrations').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

journey('with the keyboard alone an AI service is chosen and added', async ({ page }) => {
  const founder = await createCompany();
  await signIn(page, founder, '/connections/catalogue/ibm');
  const signInByIbm = page.getByRole('button', { name: 'Sign in with IBM ID' });
  await pressOn(signInByIbm, 'Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This functionality will be available soon.', { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await waitForFocus(signInByIbm);
  // The login button, then the cards in their order.
  for (let stop = 0; stop < 5; stop += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add WKS' }).waitFor();

  await moveFocus(page.getByLabel('Unique ID'));
  await page.keyboard.type('WKS-1');
  await page.keyboard.press('Enter');
  await page.getByText('The field is required!').first().waitFor();
  await waitForFocus(page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('Words of our trade');
  await pressOn(page.getByRole('switch', { name: 'Status' }), 'Space');
  await page.keyboard.press('Tab');
  await page.keyboard.type('https://wks.acme.example/api');
  await page.getByLabel('Password', { exact: true }).focus();
  await page.keyboard.type('planted-secret');
  await page.getByLabel('Model ID').focus();
  await page.keyboard.type('trade-7');
  await page.keyboard.press('Enter');
  await page.waitForURL('/connections');
  await page.getByRole('row', { name: /Words of our trade.*WKS/ }).waitFor();
  await statusOf(page, 'Words of our trade').getByText('Disabled', { exact: true }).waitFor();
});

journey('who is no SuperAdmin finds none of these pages', async ({ page }) => {
  const person = await createUser({ roles: ['Admin'] });
  await signIn(page, person);
  for (const path of ['/connections', '/connections/catalogue/ibm', '/connections/sap/erp/addNew']) {
    await page.goto(path);
    await page.getByRole('heading', { name: 'We are sorry but the page you are looking for was not found.' }).waitFor();
  }
});

journey('an assistant reads the credentials that it is granted, until the grant is revoked', async ({ page }) => {
  const founder = await createCompany();
  const name = `Payroll ${newWord()}`;
  await signIn(page, founder);
  await page.goto('/integrations/intake');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Production');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Production is ready' }).waitFor();
  const secret = await page.getByLabel('Key', { exact: true }).innerText();
  const call = (path: string, method = 'GET') =>
    fetch(`${inject('productUrl')}/api/intake/integrations${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}` },
    });

  await fillInErp(page, name, 'PAYROLL');
  await page.getByRole('button', { name: 'Add integration' }).click();
  await page.waitForURL('/connections');
  const { integrations } = (await (await call('')).json()) as { integrations: { id: string; name: string }[] };
  expect(integrations.map((each) => each.name)).toEqual([name]);
  const credentials = () => call(`/${integrations[0]?.id}/credentials`, 'POST');
  expect((await credentials()).status).toBe(403);

  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Grant access: Production' }).click();
  await page.getByText('Production can read the credentials.').waitFor();
  await expectNoAxeViolations(page);
  expect(await (await credentials()).json()).toMatchObject({ username: 'STEW', password: 'planted-secret' });
  await page.getByRole('button', { name: 'Revoke access: Production' }).click();
  await page.getByText('Production can no longer read the credentials.').waitFor();
  expect((await credentials()).status).toBe(403);

  await page.goto('/settings/audit');
  await page.getByText('Credentials read by an assistant').first().waitFor();
  await page.getByText('Credentials denied to an assistant').first().waitFor();
});
