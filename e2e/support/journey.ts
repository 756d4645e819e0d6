import { mkdirSync } from 'node:fs';
import type { Browser, Download, Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { fromRoot } from '../../tools/setup/paths.mjs';
import { launchBrowser } from './browser.ts';

export { expect } from 'vitest';
export { expectNoAxeViolations } from './axe.ts';
export { getCode, waitForMail } from './outbox.ts';
export { demoPassword, signIn, startSession } from './sign-in.ts';

/** Limit for an element to appear. */
const actionLimitMs = 20_000;

type ServiceWorkers = 'allow' | 'block';

/**
 * A page in a browser context of its own, with paths relative to the product. Without service workers by default,
 * because each would fetch the whole portal for its context.
 */
export async function openPage(browser: Browser, serviceWorkers: ServiceWorkers = 'block'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: inject('productUrl'),
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Tallinn',
    reducedMotion: 'reduce',
    serviceWorkers,
  });
  context.setDefaultTimeout(actionLimitMs);
  return context.newPage();
}

/** The file that an action saves. A failure of the action leaves no wait behind, which would fail the whole run. */
export async function saveFile(page: Page, action: () => Promise<void>): Promise<Download> {
  const [file] = await Promise.all([page.waitForEvent('download'), action()]);
  return file;
}

/** Collects script errors and violations of the content security policy. */
function collectFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('Content Security Policy')) {
      faults.push(message.text());
    }
  });
  return faults;
}

async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = fromRoot('.tmp', 'journeys');
  mkdirSync(folder, { recursive: true });
  const fileName = name
    .replaceAll(/[^a-z0-9]+/gi, '-')
    .toLowerCase()
    .slice(0, 80);
  await page.screenshot({ path: `${folder}/${fileName}.png`, fullPage: true });
}

/**
 * A test with a `page` in a fresh browser context. A failed test leaves a screenshot in `.tmp/journeys`. Script errors
 * and violations of the content security policy fail it too.
 */
export const journey = test
  .extend<{ browser: Browser }>({
    browser: [
      // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of what a fixture needs from this pattern
      async ({}, provide) => {
        // Optimising code takes longer than it saves on pages that live for seconds.
        const browser = await launchBrowser(['--js-flags=--no-opt --no-maglev']);
        await provide(browser);
        await browser.close();
      },
      { scope: 'worker' },
    ],
  })
  .extend<{ serviceWorkers: ServiceWorkers }>({ serviceWorkers: 'block' })
  .extend<{ page: Page }>({
    page: async ({ browser, serviceWorkers, task }, provide) => {
      const page = await openPage(browser, serviceWorkers);
      const faults = collectFaults(page);
      await provide(page);
      if (faults.length > 0 || task.result?.state === 'fail') {
        await keepScreenshot(page, task.name);
      }
      await page.context().close();
      expect(faults).toEqual([]);
    },
  });
