import type { Page } from 'playwright-core';
import { expect, expectNoAxeViolations, journey, signIn } from '../../support/journey.ts';
import { pressOn } from '../../support/keyboard.ts';
import { createCompany } from '../../support/people.ts';
import { report } from '../../support/reports.ts';

const stepsOf = (page: Page) => page.getByRole('region', { name: 'First steps' });

journey('a new company says who reads conversations, and its steps tick themselves', async ({ page }) => {
  const founder = await createCompany();
  await signIn(page, founder);
  await stepsOf(page).getByText('0 of 5 done').waitFor();
  await expectNoAxeViolations(page);
  const question = page.getByRole('region', { name: 'Who may read conversations?' });
  await question.getByRole('combobox').selectOption('Each user their own');
  await question.getByRole('button', { name: 'Save' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.goto('/settings/rights');
  const choice = page.getByRole('combobox', { name: 'Transcripts, User', exact: true });
  await expect.poll(() => choice.inputValue()).toBe('own');
  await page.goto('/');
  await stepsOf(page).waitFor();
  await expect.poll(() => question.count()).toBe(0);

  const date = new Date().toISOString();
  const messages = [{ id: 'm', date, isAssistant: false, data: [{ type: 'text' as const, value: 'How many days?' }] }];
  await report(founder, [{ id: 'first', date, skill: 'Leave', messages }]);
  // Without a reload: the assistant did it.
  await stepsOf(page).getByText('1 of 5 done').waitFor();
  await pressOn(stepsOf(page).getByRole('link', { name: 'Read the first conversation' }), 'Enter');
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByText('How many days?').first().waitFor();
  await page.goto('/');
  await stepsOf(page).getByText('2 of 5 done').waitFor();
});

journey(
  'put away by keyboard, the steps are gone for every SuperAdmin, and the log says who did it',
  async ({ page }) => {
    const founder = await createCompany();
    await signIn(page, founder);
    await pressOn(stepsOf(page).getByRole('button', { name: 'Put away' }), 'Enter');
    await stepsOf(page).waitFor({ state: 'hidden' });
    // What a step said is a line again.
    await page.getByRole('link', { name: /^The next invoice needs data of your company: street/ }).waitFor();
    await page.reload();
    await page.getByRole('region', { name: 'Needs attention' }).waitFor();
    await expect.poll(() => stepsOf(page).count()).toBe(0);
    await page.goto('/settings/audit');
    await page.getByText('First steps put away').first().waitFor();
  },
);
