import { paths } from '../../web/paths.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { waitForMail } from '../support/outbox.ts';
import { createCompany, newWord } from '../support/people.ts';

journey('a skill is requested, approved by the link of the e-mail, activated and uninstalled', async ({ page }) => {
  const founder = await createCompany();
  await signIn(page, founder, paths.skillsManagement());
  const reviewer = `rita.${newWord()}@review.example`;
  const card = page.getByRole('row', { name: /Travel expenses/ });
  await card.getByText('Available').waitFor();
  await card.getByRole('button', { name: 'Options of Travel expenses' }).click();
  await expectNoAxeViolations(page);
  await page.getByRole('menuitem', { name: 'Activate', exact: true }).click();
  const request = page.getByRole('dialog', { name: 'Request approval' });
  await request.getByLabel('Reviewer e-mail').fill(reviewer);
  await expectNoAxeViolations(page);
  await request.getByRole('button', { name: 'Request approval' }).click();
  await card.getByText('Waiting for approval').waitFor();

  const mail = await waitForMail(reviewer, /waiting for your approval/);
  const [, token = ''] = /skill-approval\?token=([^\s"]+)/.exec(mail.text) ?? [];
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  const review = await context?.newPage();
  if (!review) throw new Error('no second browser');
  await review.goto(`${paths.skillApproval()}?token=${token}`);
  await review.getByRole('heading', { name: 'Approve a skill' }).waitFor();
  await review.getByText(founder.email).waitFor();
  await expectNoAxeViolations(review);
  await review.getByLabel('Reason (optional)').fill('Go ahead');
  await review.getByRole('button', { name: 'Approve' }).click();
  await review.getByRole('heading', { name: 'Approved' }).waitFor();
  await review.reload();
  await review.getByText('This request has been approved.').waitFor();
  await expectNoAxeViolations(review);
  await context?.close();

  await card.getByRole('link', { name: 'Configurations' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText('Go ahead').waitFor();
  await expectNoAxeViolations(page);
  // What costs something waits for what an invoice has to name.
  await page.getByRole('switch', { name: 'Activate the skill' }).click();
  const addressDialog = page.getByRole('dialog', { name: 'The company has no address yet' });
  await addressDialog.waitFor();
  await expectNoAxeViolations(page);
  await addressDialog.getByRole('button', { name: 'Open the company profile' }).click();
  await page.getByLabel('Country').selectOption('Estonia');
  await page.getByLabel('Address line 1').fill('Pärnu mnt 1');
  await page.getByLabel('City').fill('Tallinn');
  await page.getByLabel('ZIP').fill('10148');
  await page.getByLabel('VAT number').fill('EE101234513');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('The company information has been saved.').waitFor();
  await page.goBack();
  await page.getByRole('switch', { name: 'Activate the skill' }).click();
  await page.getByText('Travel expenses is active now.').waitFor();
  await page.getByRole('button', { name: 'Uninstall' }).click();
  const uninstall = page.getByRole('dialog', { name: 'Uninstall skill' });
  await uninstall.getByRole('button', { name: 'Uninstall' }).click();
  await page.getByText('Travel expenses has been uninstalled.').waitFor();
  await expect.poll(() => history.getByRole('listitem').count()).toBe(4);
  await page.goBack();
  await card.getByText('Uninstalled').waitFor();
});
