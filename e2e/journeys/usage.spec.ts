import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { IntakeConversation } from '#contract/intake/intake.ts';
import { paths } from '../../web/paths.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../support/journey.ts';
import { callAs, createCompany, newWord } from '../support/people.ts';

type Call = Awaited<ReturnType<typeof callAs>>;

/** Reports conversations as an assistant does; a skill that costs nothing until its price is agreed. */
async function report(call: Call, conversations: readonly IntakeConversation[]): Promise<void> {
  const { secret } = (await call('POST', '/intake/keys', { name: newWord() })) as { secret: string };
  const answer = await fetch(`${inject('productUrl')}/api/intake/conversations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ conversations }),
  });
  expect(await answer.json()).toEqual({ accepted: conversations.length, rejected: [] });
}

const makeConversation = (skill: string): IntakeConversation => ({
  id: newWord(),
  date: new Date().toISOString(),
  skill,
  user: { id: 'anna', firstName: 'Anna', lastName: 'Berg' },
  status: 'Completed',
  messages: [
    {
      id: newWord(),
      date: new Date().toISOString(),
      isAssistant: false,
      author: 'Anna Berg',
      data: [{ type: 'text', value: `Please help me with ${skill}` }],
    },
  ],
});

const bodyRows = (page: Page) => page.getByRole('table', { name: 'Skills by cost in the period' }).locator('tbody tr');

journey('a SuperAdmin sets a limit, and follows the money from the sum to the conversation', async ({ page }) => {
  const founder = await createCompany();
  const call = await callAs(founder.email, founder.password);
  // The provider's skills have prices: one by its name, and eleven without a mapping.
  const skills = ['Purchase order approval', ...Array.from({ length: 11 }, (_, index) => `Own skill ${index + 1}`)];
  await report(call, [...skills, 'Purchase order approval'].map(makeConversation));
  await signIn(page, founder);
  await page.getByRole('link', { name: 'Usage Dashboard' }).click();
  await page.getByText(/^Current period: .* - /).waitFor();
  await page.getByRole('table', { name: 'Support limits by type' }).waitFor();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Set account limit' }).click();
  const popup = page.getByRole('dialog', { name: 'Account spending limit' });
  await popup.getByLabel('Limit in euros').fill('1e3');
  await popup.getByRole('button', { name: 'Confirm' }).click();
  await popup.getByText('The input must be a number bigger than or equal to 0.').waitFor();
  await expectNoAxeViolations(page);
  await popup.getByLabel('Limit in euros').fill('3');
  await popup.getByRole('button', { name: 'Confirm' }).click();
  await popup.waitFor({ state: 'hidden' });
  await page.getByRole('meter', { name: 'Share of the limit spent' }).waitFor();
  await page.getByText('Budget warning: 80% of the limit used').waitFor();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Show all ( 12) Skills' }).click();
  await page.getByRole('button', { name: 'Collapse Table' }).waitFor();
  // Rendering of a long list is deferred.
  await expect.poll(() => bodyRows(page).count()).toBe(12);
  const head = page.getByRole('button', { name: 'Total cost' });
  await head.click();
  await page.waitForURL(paths.usage('byTotalCost', 'ascending'));
  expect(await head.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.goto(paths.usage('byTotalCost', 'descending'));
  const first = bodyRows(page).first().getByRole('link', { name: 'Purchase order approval' });
  await first.click();
  const requests = page.getByRole('dialog', { name: 'Purchase order approval' });
  await requests.getByRole('link', { name: /^Open/ }).first().waitFor();
  expect(await requests.getByRole('row').count()).toBe(3);
  await expectNoAxeViolations(page);
  await page.reload();
  await requests.getByRole('link', { name: /^Open/ }).first().click();
  await page.getByRole('dialog').getByText('Please help me with Purchase order approval').waitFor();
  expect(new URL(page.url()).pathname).toBe(paths.logs());
  await page.goBack();
  await requests.waitFor();
});
