import type { Page } from 'playwright-core';
import { paths } from '../../web/paths.ts';
import { openSettled } from '../support/check-pages.ts';
import { expect, journey, signIn } from '../support/journey.ts';
import { pressOn } from '../support/keyboard.ts';
import { createUser } from '../support/people.ts';

const readScheme = (page: Page) =>
  page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'));

async function chooseTheme(page: Page, name: 'Light' | 'Dark' | 'System'): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitemradio', { name }).click();
  // It closes a moment after the choice; a click before that would close it and not open it.
  await page.getByRole('menu', { name: 'Profile menu' }).waitFor({ state: 'hidden' });
}

journey('a menu closes 100 ms after a click beside it, not before', async ({ page }) => {
  await page.clock.install();
  await signIn(page, 'user@acme.example');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  const menu = page.getByRole('menu', { name: 'Profile menu' });
  await menu.waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('heading', { level: 1 }).click();
  await page.clock.runFor(99);
  await expect.poll(() => menu.isVisible()).toBe(true);
  await page.clock.runFor(1);
  await menu.waitFor({ state: 'hidden' });
});

journey('a notice stays for five seconds and then goes by itself', async ({ page }) => {
  const person = await createUser();
  await page.clock.install();
  await signIn(page, person, '/settings');
  await page.getByLabel('SAP Login ID').fill('RAND2');
  // An answer that comes while the clock stands still starts the five seconds at a known moment.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const notice = page.getByText('Your profile has been saved.');
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return notice.count();
    })
    .toBe(1);
  await page.clock.runFor(4900);
  await expect.poll(() => notice.isVisible()).toBe(true);
  await page.clock.runFor(100);
  await notice.waitFor({ state: 'hidden' });
});

journey(
  'a chosen theme is there before the first paint of every later visit, and System follows the system',
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await signIn(page, 'user@acme.example');
    expect(await readScheme(page)).toBe('light');
    await chooseTheme(page, 'Dark');
    expect(await readScheme(page)).toBe('dark');
    await page.addInitScript(() => {
      const seen: (string | null)[] = [];
      Object.assign(window, { seenSchemes: seen });
      new MutationObserver(() => {
        if (document.body) seen.push(document.documentElement.getAttribute('data-mantine-color-scheme'));
      }).observe(document, { childList: true, subtree: true, attributes: true });
    });
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const seen = await page.evaluate(() => (window as unknown as { seenSchemes: string[] }).seenSchemes);
    expect(new Set(seen)).toEqual(new Set(['dark']));
    await chooseTheme(page, 'Light');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await readScheme(page)).toBe('light');
    await chooseTheme(page, 'System');
    expect(await readScheme(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForFunction(() => document.documentElement.dataset.mantineColorScheme === 'light');
  },
);

journey('the loader is there before the code and the styles of the portal', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text());
  });
  const held = Promise.withResolvers<undefined>();
  await page.route('**/assets/**', async (route) => {
    await held.promise;
    // A request that is still under way when the page closes.
    await route.continue().catch(() => undefined);
  });
  await page.goto(paths.login(), { waitUntil: 'commit' });
  const mark = page.locator('#start rect');
  await mark.waitFor();
  await expect.poll(() => mark.evaluate((element) => getComputedStyle(element).fill)).toBe('rgb(18, 89, 78)');
  held.resolve(undefined);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('#start').count()).toBe(0);
  expect(refused).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

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
  paths.reportedNames(),
  paths.dryRun(),
  paths.logImports(),
  paths.catalogue(),
  paths.skills(),
  paths.newSkill(),
  paths.contacts(),
];

/** Whether the page fits the window sideways, once charts have taken its new width. */
const fitsWindow = (page: Page) =>
  page
    .waitForFunction(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth, undefined, {
      timeout: 2000,
    })
    .then(
      () => true,
      () => false,
    );

journey('no page scrolls sideways, from a phone to a wide screen and at a zoom of 200%', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example', paths.dashboard());
  const wide: string[] = [];
  for (const path of pages) {
    await openSettled(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      if (!(await fitsWindow(page))) wide.push(`${path} at ${width}`);
    }
  }
  expect(wide).toEqual([]);
});

journey('on a phone the menu opens by its button, and wide tables scroll by keyboard', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example', paths.users());
  await page.setViewportSize({ width: 390, height: 800 });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect.poll(() => menu.isVisible()).toBe(false);
  const content = page.getByRole('main');
  await expect.poll(() => content.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(350);
  await pressOn(page.getByRole('button', { name: 'Open the menu' }), 'Enter');
  await menu.getByRole('link', { name: 'Billing' }).click();
  await page.waitForURL(paths.billing());
  await expect.poll(() => menu.isVisible()).toBe(false);
  await page.goto(paths.usage());
  const table = page.getByRole('region', { name: 'Skills by cost in the period, scrolls sideways' });
  await pressOn(table, 'ArrowRight');
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL(paths.login());
});
