import type { Page } from 'playwright-core';
import { paths } from '../../web/paths.ts';
import { expect, journey, signIn } from '../support/journey.ts';
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
  expect(await menu.isVisible()).toBe(true);
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
  expect(await notice.isVisible()).toBe(true);
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
  const held: Array<() => void> = [];
  await page.route('**/assets/**', (route) => {
    held.push(() => void route.continue());
  });
  await page.goto(paths.login(), { waitUntil: 'commit' });
  const mark = page.locator('#start rect');
  await mark.waitFor();
  expect(await mark.evaluate((element) => getComputedStyle(element).fill)).toBe('rgb(18, 89, 78)');
  await page.unroute('**/assets/**');
  for (const release of held) release();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('#start').count()).toBe(0);
  expect(refused).toEqual([]);
});
