import type { Page } from 'playwright-core';
import { expect, journey, signIn } from '../support/journey.ts';

/** Until the service worker serves this page. */
async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

journey('without a network the portal still opens, says so, and goes on when it is back', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example');
  await waitForServiceWorker(page);
  await page.goto('/users');
  await page.getByRole('cell', { name: 'superadmin@acme.example' }).waitFor();
  await page.context().setOffline(true);
  await page.getByText('You appear to be offline.').waitFor();
  await page.getByRole('link', { name: 'Company Profile' }).click();
  await page.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor();
  expect(await page.getByRole('alert').innerText()).toContain('You appear to be offline.');
  await page.reload();
  await page.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Company information' }).waitFor();
  expect(await page.getByText('You appear to be offline.').count()).toBe(0);
});

journey('a new version waits until the person wants it', async ({ page }) => {
  await signIn(page, 'user@acme.example');
  await waitForServiceWorker(page);
  await page.context().route('**/service-worker.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}\n// the next version` });
  });
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await page.getByText('A new version of the portal is ready.').waitFor();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload now' }).click();
  await reloaded;
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText('A new version of the portal is ready.').count()).toBe(0);
});
