import { paths } from '../../web/paths.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
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

journey('a link to unsubscribe needs no sign-in, and an invalid one shows so', async ({ page }) => {
  const id = '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33';
  await page.goto(`${paths.unsubscribe()}?token=${id}.${id}.spendingDigest.${'A'.repeat(43)}`);
  await page.getByRole('heading', { name: 'Unsubscribe' }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
  await expectNoAxeViolations(page);
});
