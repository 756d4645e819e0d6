import { paths } from '../../web/paths.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { waitForMail } from '../support/outbox.ts';
import { createCompany } from '../support/people.ts';

journey('the digest is looked at before it is sent, at an address of its own', async ({ page }) => {
  const founder = await createCompany();
  await signIn(page, founder, paths.notifications());
  await page.getByText('No e-mails have been sent yet.').waitFor();
  await page.getByRole('button', { name: 'Preview spending digest' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview spending digest' });
  await dialog.getByText('the same as the week before').waitFor();
  await dialog.getByText(`${founder.company} spent €0.00 last week`, { exact: true }).waitFor();
  await expectNoAxeViolations(page);
  await expect.poll(() => new URL(page.url()).search).toBe('?preview=digest');
  await page.reload();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

journey('a report is previewed, tested, created, changed and deleted', async ({ page }) => {
  const founder = await createCompany();
  await signIn(page, founder, paths.dashboard());
  await page.getByRole('link', { name: 'E-mail reports' }).click();
  await page.getByText('No reports yet.').waitFor();
  await page.getByRole('link', { name: 'Create report' }).click();
  await page.getByLabel('Name').fill('Figures of Monday');
  await page.getByLabel('Sent', { exact: true }).selectOption('Every Friday');
  await page.getByLabel('Time').selectOption('17:00');
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview report' });
  await dialog.getByText(/^Figures of Monday: /).waitFor();
  await dialog.getByText(`No assistant of ${founder.company} reported`).waitFor();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Send a test to me' }).click();
  const mail = await waitForMail(founder.email, /^\[Test\] Figures of Monday: /);
  expect(mail.text).toContain('Open the dashboard of this period:');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Create report' }).click();
  const row = page.getByRole('table', { name: 'E-mail reports' }).getByRole('row', { name: /Figures of Monday/ });
  await row.getByText('Fridays, 17:00').waitFor();
  await row.getByRole('link').click();
  await page.getByLabel('Send this report').uncheck();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await row.getByText('Not sent').waitFor();
  await row.getByRole('link').click();
  await page.getByRole('button', { name: 'Delete report' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('DELETE');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No reports yet.').waitFor();
});

journey('a link to unsubscribe needs no sign-in, and an invalid one shows so', async ({ page }) => {
  const id = '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33';
  await page.goto(`${paths.unsubscribe()}?token=${id}.${id}.spendingDigest.${'A'.repeat(43)}`);
  await page.getByRole('heading', { name: 'Unsubscribe' }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await expectNoAxeViolations(page);
});
