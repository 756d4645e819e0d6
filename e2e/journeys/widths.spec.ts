import type { Page } from 'playwright-core';
import { paths } from '../../web/paths.ts';
import { openSettled } from '../support/check-pages.ts';
import { expect, journey, signIn } from '../support/journey.ts';

/** A phone, 1440 pixels at a zoom of 200%, the specified minimum, a notebook and a wide screen. */
const widths = [390, 720, 768, 1440, 1920];

const pages = [
  paths.dashboard(),
  paths.topUsers(),
  paths.logs(),
  paths.users(),
  paths.newUser(),
  paths.company(),
  paths.security(),
  paths.audit(),
  paths.usage(),
  paths.billing(),
  paths.newInvoice(),
  paths.integrations(),
  paths.intakeKeys(),
  paths.catalogue(),
  paths.skills(),
  paths.newSkill(),
  paths.contacts(),
];

/** By how many pixels the page scrolls sideways. */
const readOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

journey('no page scrolls sideways, from a phone to a wide screen and at a zoom of 200%', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example', paths.dashboard());
  const wide: string[] = [];
  for (const path of pages) {
    await openSettled(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      if ((await readOverflow(page)) > 0) wide.push(`${path} at ${width}`);
    }
  }
  expect(wide).toEqual([]);
});

journey('on a phone the menu opens by its button, and wide tables scroll by keyboard', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example', paths.users());
  await page.setViewportSize({ width: 390, height: 800 });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect.poll(() => menu.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Open the menu' }).press('Enter');
  await menu.getByRole('link', { name: 'Billing' }).click();
  await page.waitForURL(paths.billing());
  await expect.poll(() => menu.isVisible()).toBe(false);
  const table = page.getByRole('region', { name: 'Invoices, scrolls sideways' });
  await table.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL(paths.login());
});
