import type { Page } from 'playwright-core';
import { expect, expectNoAxeViolations, journey, signIn } from '../../support/journey.ts';
import { moveFocus, pressOn } from '../../support/keyboard.ts';

/** The dashboard with figures on it; the demo's newest month arrives first. */
async function openDashboard(page: Page): Promise<void> {
  await signIn(page, 'superadmin@acme.example');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  await page.getByRole('region', { name: 'Totals' }).waitFor();
  await page
    .getByRole('button', { name: /^Show as table/ })
    .first()
    .waitFor();
}

journey('the dashboard is drawn whole, accessible and without moving', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openDashboard(page);
  await page.reload();
  await page
    .getByRole('button', { name: /^Show as table/ })
    .first()
    .waitFor();
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift))
    .toBe(0);
  await expectNoAxeViolations(page);
});

journey('the overview of the demo is at most 1,300 px high at 1440, and Quality keeps its range', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openDashboard(page);
  await page.goto('/?from=2026-01-01&to=2026-01-31');
  await page.getByRole('region', { name: 'Totals' }).waitFor();
  // Other journeys may give the company further lines than the four of the demo.
  const readHeight = () =>
    page.evaluate(() => {
      const further = document.querySelectorAll<HTMLElement>('[aria-labelledby="needs-attention"] li:nth-child(n + 5)');
      return [...further].reduce((height, line) => height - line.offsetHeight, document.documentElement.scrollHeight);
    });
  await expect.poll(readHeight).toBeLessThanOrEqual(1300);
  await page.getByRole('link', { name: 'Quality' }).click();
  await page.waitForURL('/analytics/quality?from=2026-01-01&to=2026-01-31');
  await page.getByRole('heading', { name: 'Quality' }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.waitForURL('/?from=2026-01-01&to=2026-01-31');
});

journey('a range chosen in the calendar by keyboard is kept on the way to the top users and back', async ({ page }) => {
  await openDashboard(page);
  const picker = page.getByRole('button', { name: /^Date range/ });
  const presentMonth = await picker.getAttribute('aria-label');
  await pressOn(picker, 'Enter');
  await moveFocus(page.getByRole('button', { name: 'Last 30 days' }));
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?from=20\d\d-\d\d-\d\d&to=20\d\d-\d\d-\d\d$/);
  const { search } = new URL(page.url());
  const readRange = () => picker.getAttribute('aria-label');
  await expect.poll(readRange).not.toBe(presentMonth);
  const range = await readRange();
  await page.getByRole('link', { name: /^See more\s*users$/ }).click();
  await page.waitForURL(`/analytics/top-users${search}`);
  await expect.poll(readRange).toBe(range);
  await page.getByRole('table', { name: /^Users by messages/ }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL(`/${search}`);
});

journey('every chart can be read as a table', async ({ page }) => {
  await openDashboard(page);
  for (const name of ['Messages and conversations by day', 'Conversations by hour of the week']) {
    await page.getByRole('button', { name: `Show as table of ${name}` }).click();
    await page.getByRole('table', { name }).waitFor();
  }
  await expectNoAxeViolations(page);
});

/** The page as it is printed, also what comes into it for that. */
async function print(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => globalThis.dispatchEvent(new Event('beforeprint')));
}

/** Lists controls on the printed pages, which paper cannot press. The heads of a table sort it, and are its words. */
const listPrintedControls = (page: Page) =>
  page
    .locator('button, select, input, textarea, nav, [role="combobox"], .mantine-Button-root')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
        .filter((element) => !element.matches('th button, [data-printed]'))
        .map((element) => element.outerHTML.slice(0, 120)),
    );

/** The widths of the drawings in frames of a narrow sheet, before they are drawn again. */
const measureOnSheet = (page: Page): Promise<number[]> =>
  page.locator('main svg[viewBox][width][focusable="false"]').evaluateAll((drawings) =>
    drawings.flatMap((drawing) => {
      const frame = drawing.parentElement;
      if (!frame || drawing.getBoundingClientRect().width < 200) return [];
      frame.style.width = '400px';
      const { width } = drawing.getBoundingClientRect();
      frame.style.width = '';
      return [Math.round(width)];
    }),
  );

journey(
  'dashboard, usage and a conversation are printed without a control, and say what they show',
  async ({ page }) => {
    await openDashboard(page);
    await print(page);
    const expectPrinted = async (...labels: readonly string[]) => {
      await expect.poll(() => listPrintedControls(page)).toEqual([]);
      for (const label of labels) await page.getByText(label, { exact: true }).first().waitFor();
    };
    await expectPrinted('Company', 'Period', 'Time zone', 'Figures of');
    await expect.poll(async () => new Set(await measureOnSheet(page))).toEqual(new Set([400]));
    await page.goto('/settings/usage');
    await page.getByRole('table', { name: /Skills/ }).waitFor();
    await print(page);
    await expectPrinted('Company', 'Period', 'Time zone', 'Figures of');
    await page.emulateMedia({ media: 'screen' });
    await page.goto('/analytics/logs');
    await page.locator('tbody tr a').first().click();
    await page.getByRole('dialog').getByLabel('Messages').waitFor();
    await print(page);
    await expectPrinted('Company', 'Address', 'Conversation ID');
    await expect.poll(() => page.locator('#root').isVisible()).toBe(false);
    const readHidden = () =>
      page
        .getByRole('dialog')
        .getByLabel('Messages')
        .evaluate((frame) => frame.scrollHeight - frame.clientHeight);
    await expect.poll(readHidden).toBe(0);
  },
);
