import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { paths } from '../../web/paths.ts';
import { expect, expectNoAxeViolations, journey, openPage, signIn } from '../support/journey.ts';
import { chooseByKeyboard, pressOn, waitForFocus } from '../support/keyboard.ts';
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
  await bodyRows(page).first().waitFor();
  // What the page is opened for stands above the fold.
  const findEnd = () =>
    bodyRows(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().bottom + scrollY);
  await expect.poll(findEnd).toBeLessThanOrEqual(900);
  await expectNoAxeViolations(page);
  const tabs = page.getByRole('navigation', { name: 'Usage Dashboard' });
  await tabs.getByRole('link', { name: 'Support' }).click();
  await page.getByRole('button', { name: 'Set support limits' }).click();
  await page.getByRole('table', { name: 'Support limits by type' }).waitFor();
  await expectNoAxeViolations(page);
  await tabs.getByRole('link', { name: 'Month' }).click();

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
  await page.getByText(/^Budget warning: \d+% of the limit used$/).waitFor();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Show all ( 12) Skills' }).click();
  await page.getByRole('button', { name: 'Collapse Table' }).waitFor();
  // Rendering of a long list is deferred.
  await expect.poll(() => bodyRows(page).count()).toBe(12);
  const head = page.getByRole('button', { name: 'Total cost' });
  await head.click();
  await page.waitForURL(paths.usage('byTotalCost', 'ascending'));
  await waitForFocus(head);
  await page.goto(paths.usage('byTotalCost', 'descending'));
  const first = bodyRows(page).first().getByRole('link', { name: 'Purchase order approval' });
  await first.click();
  const requests = page.getByRole('dialog', { name: 'Purchase order approval' });
  await requests.getByRole('link', { name: /^Open/ }).first().waitFor();
  await expect.poll(() => requests.getByRole('row').count()).toBe(3);
  await expectNoAxeViolations(page);
  await page.reload();
  await requests.getByRole('link', { name: /^Open/ }).first().click();
  await page.getByRole('dialog').getByText('Please help me with Purchase order approval').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(paths.logs());
  await page.goBack();
  await requests.waitFor();
});

journey(
  'the provider agrees a price with a company, which pays it and cannot map its way around',
  async ({ page, browser }) => {
    const skill = 'Purchase order approval';
    const founder = await createCompany();
    const operator = await openPage(browser);
    await signIn(operator, 'operator@steward.example', paths.companies());
    const options = operator.getByRole('button', { name: `Options of ${founder.company}` });
    const approve = operator.getByRole('button', { name: `Approve ${founder.company}` });
    await options.or(approve).waitFor();
    if (await approve.isVisible()) await approve.click();
    const call = await callAs(founder.email, founder.password);
    await report(call, [makeConversation(skill)]);

    // By keyboard alone, from the list of companies.
    await chooseByKeyboard(operator, options, 'Agreed prices');
    await operator
      .getByRole('dialog')
      .getByRole('button', { name: `Open ${founder.company}` })
      .press('Enter');
    await operator.getByText(`No price has been agreed with ${founder.company}`).waitFor();
    await expectNoAxeViolations(operator);
    await operator.getByRole('searchbox', { name: 'Search skills' }).fill(skill);
    await pressOn(operator.getByRole('link', { name: skill }), 'Enter');
    const history = operator.getByRole('dialog', { name: skill });
    await history.getByText('No price has been agreed. The standard price applies.').waitFor();
    await expectNoAxeViolations(operator);
    await pressOn(history.getByRole('button', { name: 'Agree a price' }), 'Enter');
    await operator.getByLabel('Price per request in euros').fill('0.0125');
    await operator.keyboard.press('Enter');
    await operator.getByText('The price has been agreed.').waitFor();
    await history.getByRole('cell', { name: '€0.0125' }).waitFor();
    await operator.keyboard.press('Escape');
    await history.waitFor({ state: 'hidden' });
    await operator.getByRole('row', { name: skill }).getByText('€0.0125').waitFor();
    await expectNoAxeViolations(operator);
    await operator.context().close();

    await report(call, [makeConversation(skill)]);
    await signIn(page, founder, paths.usage());
    await bodyRows(page).getByText('1 × €0.0125').waitFor();
    await page.goto(paths.skills());
    await page.getByRole('searchbox').fill(skill);
    await page.getByRole('link', { name: 'Details' }).first().click();
    await page.getByText('€0.0125', { exact: true }).waitFor();

    await page.goto(paths.reportedNames());
    await page.getByText('Priced, mapped by the provider (1)').waitFor();
    await page.getByRole('row', { name: skill }).waitFor();
    await expect.poll(() => page.getByLabel(`Skill for ${skill}`).count()).toBe(0);
    const names = (await call('GET', '/intake/skills')) as { id: string; name: string }[];
    const id = names.find(({ name }) => name === skill)?.id ?? '';
    await expect(call('PUT', `/intake/skills/${id}`, { skillId: null })).rejects.toThrow(/answers 403.*skill-priced/);
  },
);
