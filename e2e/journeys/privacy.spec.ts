import { gunzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { expect, expectNoAxeViolations, journey, openPage, saveFile, signIn, waitForMail } from '../support/journey.ts';
import { createCompany } from '../support/people.ts';
import { report } from '../support/reports.ts';

journey(
  'a SuperAdmin requests an export of all data, downloads it, and finds both in the audit log',
  async ({ page }) => {
    await signIn(page, 'superadmin@acme.example');
    await page.getByRole('link', { name: 'Privacy', exact: true }).click();
    await page.getByRole('link', { name: 'Requests and exports' }).click();
    await page.getByText('There is no export to download.').waitFor();
    await page.getByRole('button', { name: 'Request export' }).click();
    const download = page.getByRole('button', { name: /^Download the export of/ });
    await download.waitFor({ timeout: 60_000 });
    const file = await saveFile(page, () => download.click());
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

journey('a SuperAdmin erases a person, deletes a conversation and sets the retention', async ({ page }) => {
  const founder = await createCompany();
  const date = new Date(Date.now() - 60_000).toISOString();
  const makeConversation = (id: string, firstName: string) => ({
    id,
    date,
    skill: 'Leave request',
    user: { id: `${firstName}-7`, firstName, lastName: 'Tamm' },
    messages: [
      {
        id: `m ${id}`,
        date,
        isAssistant: false,
        author: firstName,
        data: [{ type: 'text' as const, value: `Words of ${firstName}` }],
      },
    ],
  });
  await report(founder, [makeConversation('1', 'Mari'), makeConversation('2', 'Mari'), makeConversation('3', 'Kalle')]);
  await signIn(page, founder);

  await page.goto('/settings/privacy?person=Mari-7');
  await page.getByRole('button', { name: 'Erase Mari Tamm' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Mari Tamm' });
  await dialog.getByText('2 conversations with 2 messages').waitFor();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Erase person' }).click();
  await dialog.getByText('Please enter DELETE to confirm the deletion').waitFor();
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Erase person' }).click();
  await dialog.getByText('Enter a reason of at least 10 characters.').waitFor();
  await dialog.getByLabel('Reason').fill('A request of the person');
  await dialog.getByRole('button', { name: 'Erase person' }).click();
  const row = page.getByRole('row').filter({ hasText: '2 conversations, 2 messages' });
  await row.getByText('Done').waitFor();
  const saved = await saveFile(page, () => row.getByRole('button', { name: /^Download the certificate/ }).click());
  expect(saved.suggestedFilename()).toMatch(/^certificate-of-erasure-.*\.json$/);
  await page.getByText('Nothing is stored about a person').waitFor();

  await page.getByRole('link', { name: 'Retention' }).click();
  await page.getByLabel('Keep texts and images, in days').fill('10');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Keep them for at least 30 days.').waitFor();
  await expectNoAxeViolations(page);
  await page.getByLabel('Keep texts and images, in days').fill('90');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const saving = page.getByRole('dialog', { name: 'Save the retention' });
  await saving.getByText('would lose their text').waitFor();
  await saving.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The retention has been saved.').waitFor();

  await page.goto('/analytics/logs');
  await page.getByText('Showing 1 to 3 of 3 entries .').waitFor();
  await page
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: 'Erased person' })
    .first()
    .getByRole('link')
    .first()
    .click();
  await page.getByText('The texts of this conversation were deleted.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('table').getByRole('row').filter({ hasText: 'Kalle Tamm' }).getByRole('link').first().click();
  await page.getByText('Words of Kalle').waitFor();
  await page.getByRole('button', { name: 'Options of the conversation' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const deleting = page.getByRole('dialog', { name: 'Delete this conversation' });
  await deleting.getByLabel('Reason').fill('Reported by mistake');
  await deleting.getByLabel('Type DELETE to confirm').fill('DELETE');
  await expectNoAxeViolations(page);
  await deleting.getByRole('button', { name: 'Delete conversation' }).click();
  await page.getByText('Showing 1 to 2 of 2 entries .').waitFor();
});
