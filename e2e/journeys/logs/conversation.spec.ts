import type { Locator, Page } from 'playwright-core';
import type { IntakeConversation } from '#features/intake/contract/intake.ts';
import { expect, expectNoAxeViolations, journey, signIn } from '../../support/journey.ts';
import { pressOn, waitForFocus } from '../../support/keyboard.ts';
import { createCompany, newWord } from '../../support/people.ts';
import { report } from '../../support/reports.ts';

const minuteMs = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString();

/** The conversation at a place of the log, the newest first, with a transcript that is higher than any window. */
const makeConversation = (place: number): IntakeConversation => ({
  id: `${newWord()}-${place}`,
  date: ago(place),
  skill: `Question ${place}`,
  user: { id: 'anna', email: 'anna@people.example', firstName: 'Anna', lastName: 'Berg' },
  status: 'Completed',
  messages: Array.from({ length: 30 }, (_, index) => ({
    id: `m${index}`,
    date: ago(place),
    isAssistant: index % 2 === 1,
    author: 'Anna Berg',
    data: [{ type: 'text' as const, value: `Message ${index} of question ${place}` }],
  })),
});

async function openLogs(page: Page, count: number): Promise<void> {
  const founder = await createCompany();
  await report(
    founder,
    Array.from({ length: count }, (_, index) => makeConversation(index + 1)),
  );
  await signIn(page, founder);
  await page.goto('/analytics/logs');
  await page.getByText(`of ${count} entries .`).waitFor();
}

const readBox = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

const readOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

journey(
  'a conversation is read, reviewed and left by the keyboard alone, and what was typed is still there',
  async ({ page }) => {
    await openLogs(page, 22);
    const links = page.getByRole('table').getByRole('link');
    await pressOn(links.nth(18), 'Enter');
    const dialog = page.getByRole('dialog');
    const isShown = (place: number) => dialog.getByText(`Message 0 of question ${place}`, { exact: true }).waitFor();
    await isShown(19);
    await page.keyboard.press('j');
    await isShown(20);
    // Over the end of the page.
    await page.keyboard.press('j');
    await isShown(21);
    await page.keyboard.press('k');
    await isShown(20);
    await pressOn(dialog.getByRole('button', { name: 'Review', exact: true }), 'Enter');
    await waitForFocus(dialog.getByRole('combobox', { name: 'Tags' }));
    await dialog.getByLabel('Note').focus();
    await page.keyboard.type('jk is too short');
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await pressOn(
      page
        .getByRole('link')
        .filter({ has: page.getByRole('time') })
        .last(),
      'Enter',
    );
    await expect.poll(() => dialog.getByLabel('Note').inputValue()).toBe('jk is too short');
    await dialog.getByRole('button', { name: 'Newer' }).focus();
    await page.keyboard.press('k');
    await isShown(19);
    await expect.poll(() => dialog.getByLabel('Note').count()).toBe(0);
    await page.keyboard.press('j');
    await pressOn(dialog.getByRole('button', { name: 'Save review' }), 'Enter');
    await dialog.getByText('To review').waitFor();
    await pressOn(dialog.getByRole('button', { name: 'Options of the conversation' }), 'Enter');
    await pressOn(page.getByRole('menuitem', { name: 'Delete' }), 'Escape');
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor({ state: 'hidden' });
    await isShown(20);
  },
);

journey('the transcript has two thirds of the window beside its facts, and all of a narrow one', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLogs(page, 2);
  await page.getByRole('table').getByRole('link').first().click();
  const dialog = page.getByRole('dialog');
  const transcript = dialog.getByLabel('Messages');
  const about = dialog.getByRole('region', { name: 'Facts and review' });
  await dialog.getByText('Message 29 of question 1').waitFor();
  await expect.poll(async () => (await readBox(transcript)).height).toBeGreaterThanOrEqual(600);
  await dialog.getByRole('button', { name: 'Review', exact: true }).click();
  await dialog.getByLabel('Note').waitFor();
  await expect.poll(async () => (await readBox(transcript)).height).toBeGreaterThanOrEqual(600);
  await expect
    .poll(async () => (await readBox(about)).x - (await readBox(transcript)).x - (await readBox(transcript)).width)
    .toBeGreaterThanOrEqual(0);
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(() => about.isVisible()).toBe(false);
    await expect.poll(async () => (await readBox(transcript)).width).toBeGreaterThan(width * 0.9);
    await expect.poll(() => readOverflow(page)).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: 'Show facts and review' }).click();
    await dialog.getByText('Conversation ID').waitFor();
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Hide facts and review' }).click();
  }
});

journey('the first conversation of the log is in view, with six controls above it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLogs(page, 3);
  const row = page.getByRole('table').locator('tbody tr').first();
  await expect.poll(async () => (await readBox(row)).y).toBeLessThanOrEqual(260);
  const filters = page.getByRole('region', { name: 'Filters' });
  await expect
    .poll(() => filters.locator('button[data-field], input, button[aria-expanded]:not([data-field])').count())
    .toBe(6);
  await expectNoAxeViolations(page);
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.getByRole('link', { name: 'Failed 0 conversations' }).waitFor();
  await page.goto('/analytics/logs?status=Completed');
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Completed, of all the assistants that we have');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await views.getByRole('link', { name: 'Completed, of all the assistants that we have 3 conversations' }).waitFor();
  await page.getByRole('button', { name: 'More views' }).click();
  await page.getByRole('menuitem', { name: 'Manage saved views' }).click();
  await dialog.getByText('status: Completed').waitFor();
  await expectNoAxeViolations(page);
  await page.goto('/analytics/logs');
  const more = page.getByRole('button', { name: 'More views' });
  await more.waitFor();
  await expect.poll(async () => (await readBox(row)).y).toBeLessThanOrEqual(260);
  await page.setViewportSize({ width: 768, height: 900 });
  await more.click();
  await page.getByRole('menuitem', { name: 'Completed, of all the assistants that we have 3 conversations' }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/analytics/logs?status=Completed');
  await page.getByRole('button', { name: 'Status: Completed' }).waitFor();
  await expect.poll(async () => (await readBox(row)).y).toBeLessThanOrEqual(340);
  await page.goto('/analytics/logs');
  await expect.poll(async () => (await readBox(row)).y).toBeLessThanOrEqual(340);
  await expect.poll(() => readOverflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('button', { name: 'Skill: All' }).waitFor();
  await expectNoAxeViolations(page);
});
