import { expect, expectNoAxeViolations, journey, openPage, signIn, waitForMail } from '../support/journey.ts';
import { createCompany } from '../support/people.ts';

journey('the provider suspends a company, whose users see why, and reactivates it', async ({ page, browser }) => {
  const founder = await createCompany();
  const operator = await openPage(browser);
  await signIn(operator, 'operator@steward.example', '/companies');
  const options = operator.getByRole('button', { name: `Options of ${founder.company}` });
  const approve = operator.getByRole('button', { name: `Approve ${founder.company}` });
  await options.or(approve).waitFor();
  if (await approve.isVisible()) await approve.click();
  await options.click();
  await operator.getByRole('menuitem', { name: 'Suspend' }).click();
  const dialog = operator.getByRole('dialog', { name: `Suspend ${founder.company}` });
  await dialog.getByLabel('Reason').fill('Unpaid invoices');
  // Escape closes the calendar, and keeps what was typed in the dialog.
  await dialog.getByLabel('Start').selectOption('later');
  await dialog.getByLabel('Date').click();
  const weekday = operator.getByText('Mo', { exact: true });
  await weekday.waitFor();
  await operator.keyboard.press('Escape');
  await weekday.waitFor({ state: 'detached' });
  await dialog.getByLabel('Start').selectOption('now');
  await expectNoAxeViolations(operator);
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await operator.getByText(`${founder.company} has been suspended.`).waitFor();
  expect((await waitForMail(founder.email, /suspended/)).text).toContain('Unpaid invoices');

  await signIn(page, founder);
  const bar = page.getByText('Reason: Unpaid invoices. Questions:');
  await bar.waitFor();
  await expectNoAxeViolations(page);

  await options.click();
  await operator.getByRole('menuitem', { name: 'Reactivate' }).click();
  await operator.getByText(`${founder.company} has been reactivated.`).waitFor();
  await operator.context().close();
  await page.reload();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await expect.poll(() => bar.count()).toBe(0);
});
