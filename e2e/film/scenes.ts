import type { Page } from 'playwright-core';
import type { Stage } from './stage.ts';

interface Scene {
  /** The name of the picture that is taken where the scene ends. */
  readonly picture?: string;
  readonly play: (stage: Stage) => Promise<void>;
}

const region = (page: Page, name: string) => page.getByRole('region', { name });

/** Monday of a SuperAdmin of the demo company, from what needs it to the sentence that cost a euro. */
export const scenes: readonly Scene[] = [
  {
    picture: 'dashboard',
    play: async ({ page, say }) => {
      await page.goto('/');
      await region(page, 'Needs attention').getByRole('link').first().waitFor();
      await say('Monday: what needs you, and what the month will cost, stand on one page.');
    },
  },
  {
    play: async ({ page, say, click }) => {
      await click(region(page, 'Needs attention').getByRole('link', { name: /overdue/ }));
      await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
      await say('Each line leads to exactly its rows.');
      await click(
        page
          .getByRole('row', { name: /Overdue/ })
          .getByRole('link')
          .first(),
      );
      await page.getByRole('dialog').getByRole('table').waitFor();
      await say('An invoice says what it bills, line by line.');
    },
  },
  {
    play: async ({ page, say, click }) => {
      await click(page.getByRole('dialog').getByRole('table').getByRole('link').first());
      await page.getByRole('dialog', { name: /./ }).getByRole('row').nth(2).waitFor();
      await say('Each line opens its requests.');
    },
  },
  {
    picture: 'conversation',
    play: async ({ page, say, click }) => {
      await click(page.getByRole('dialog').getByRole('link', { name: /Open/ }).first());
      await page.getByRole('article').first().waitFor();
      await say('And each request opens the conversation that cost it: from a euro to the sentence.');
    },
  },
  {
    play: async ({ page, say, type }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Find people/ }).waitFor();
      await type('Usage Dashboard');
      await say('Ctrl+K finds people, skills, invoices, pages and actions.');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Usage Dashboard', level: 1 }).waitFor();
    },
  },
  {
    picture: 'usage',
    play: async ({ page, say }) => {
      await page.getByText('Skills by cost in the period').first().waitFor({ state: 'attached' });
      await say('Limits hold before a run, and the forecast says how the month will end.');
    },
  },
  {
    picture: 'costs',
    play: async ({ page, say }) => {
      const costs = region(page, 'Costs by owner');
      await costs.scrollIntoViewIfNeeded();
      await costs.getByRole('combobox', { name: 'Divide costs by' }).selectOption({ label: 'Person' });
      await costs.getByRole('link').first().waitFor();
      await say('A cost has an owner: person, department, cost centre or key, to the cent.');
    },
  },
  {
    picture: 'audit-log',
    play: async ({ page, say, click }) => {
      await page.goto('/settings/audit');
      await click(page.getByRole('button', { name: 'Verify log' }));
      await page.getByText(/The log is intact/).waitFor();
      await say('And nothing was changed unnoticed: the log proves itself.');
    },
  },
];
