import { gunzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { expect, expectNoAxeViolations, journey, openPage, signIn, waitForMail } from '../support/journey.ts';
import { createCompany } from '../support/people.ts';

journey(
  'a SuperAdmin requests an export of all data, downloads it, and finds both in the audit log',
  async ({ page }) => {
    await signIn(page, 'superadmin@acme.example');
    await page.goto('/settings/company');
    await page.getByRole('link', { name: 'Data and privacy' }).click();
    await page.getByText('There is no export to download.').waitFor();
    await page.getByRole('button', { name: 'Request export' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download the export of/ }).click({ timeout: 60_000 });
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^company-data-\d{4}-\d{2}-\d{2}\.tar\.gz$/);
    const content = gunzipSync(await readFile(await file.path())).toString('latin1');
    expect(content).toContain('manifest.json');
    expect(content).toContain('superadmin@acme.example');
    expect(content).not.toContain('superadmin@globex.example');
    await page.goto('/settings/audit');
    await page.getByText('Export of all data downloaded').first().waitFor();
    await page.getByText('Export of all data requested').first().waitFor();
  },
);

journey('the provider schedules the deletion of a company and cancels it', async ({ page, browser }) => {
  const founder = await createCompany();
  const operator = await openPage(browser);
  await signIn(operator, 'operator@steward.example', '/companies');
  const options = operator.getByRole('button', { name: `Options of ${founder.company}` });
  await options.click();
  await operator.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = operator.getByRole('dialog', { name: `Delete ${founder.company}` });
  await dialog.getByText('are deleted in 30 days').waitFor();
  await dialog.getByLabel('Name of the company').fill(founder.company);
  await dialog.getByLabel('Reason').fill('The contract has ended');
  await expectNoAxeViolations(operator);
  await dialog.getByRole('button', { name: 'Schedule deletion' }).click();
  await operator.getByText(`The deletion of ${founder.company} has been scheduled.`).waitFor();
  const row = operator.getByRole('row').filter({ hasText: founder.company });
  await row.getByText('To be deleted on').waitFor();
  expect((await waitForMail(founder.email, /will be deleted on/)).text).toContain('The contract has ended');

  await signIn(page, founder);
  await page.getByText('The contract has ended').waitFor();
  await options.click();
  await operator.getByRole('menuitem', { name: 'Cancel deletion' }).click();
  await operator.getByText(`The deletion of ${founder.company} has been cancelled.`).waitFor();
  await waitForMail(founder.email, /deletion of .* has been cancelled/);
  await operator.context().close();
});
