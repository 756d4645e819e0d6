import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { fromRoot } from '../../tools/setup/paths.mjs';
import { journey, signIn } from '../support/journey.ts';

const areAsked = process.env.SCREENSHOTS === '1';

async function takePicture(page: Page, name: string): Promise<void> {
  const folder = fromRoot('docs', 'screenshots');
  mkdirSync(folder, { recursive: true });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}/${name}.png`, animations: 'disabled' });
}

/** Only the users of the demo, because other journeys create users too. */
async function showDemoPeopleOnly(page: Page): Promise<void> {
  await page.route('**/api/users', async (route) => {
    const answer = await route.fetch();
    const users = (await answer.json()) as { email: string }[];
    await route.fulfill({ response: answer, json: users.filter(({ email }) => email.endsWith('@acme.example')) });
  });
}

journey.runIf(areAsked)('the pictures of the documents show the product as it is', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Log in to the portal' }).waitFor();
  await takePicture(page, 'log-in');
  await showDemoPeopleOnly(page);
  await signIn(page, 'superadmin@acme.example', '/users');
  for (const name of ['Lukas Brandt', 'Emily Carter']) {
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
  await page.getByRole('heading', { name: 'User management' }).click();
  await takePicture(page, 'users');
  await page.emulateMedia({ colorScheme: 'dark' });
  await takePicture(page, 'users-dark');
});
