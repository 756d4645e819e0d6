import type { Page } from 'playwright-core';
import { expect, journey as journeyWithout, signIn } from '../support/journey.ts';

const journey = journeyWithout.extend<{ serviceWorkers: 'allow' | 'block' }>({ serviceWorkers: 'allow' });

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
  await page.getByText('You’re offline.').waitFor();
  await page.getByRole('link', { name: 'Company Profile' }).click();
  await page.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor();
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('You appear to be offline.');
  await page.reload();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Company information' }).waitFor();
  await expect.poll(() => page.getByText('You’re offline.').count()).toBe(0);
});

journeyWithout('without a network a page that is not loaded yet is the portal’s own message', async ({ page }) => {
  await signIn(page, 'superadmin@acme.example');
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('heading', { name: 'This page could not be loaded.' }).waitFor();
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('You appear to be offline.');
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Audit log' }).waitFor();
});

journey('a new version waits until the person wants it', async ({ page }) => {
  await signIn(page, 'user@acme.example');
  await waitForServiceWorker(page);
  // The same worker under another name is what a changed one is: it is installed beside the present one and waits.
  const next = '/service-worker.js?next';
  await page.evaluate((url) => navigator.serviceWorker.register(url), next);
  await page.getByText('A new version of the portal is ready.').waitFor();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).not.toContain(next);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload now' }).click()]);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain(next);
});
