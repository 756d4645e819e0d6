import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectNoAxeViolations } from './axe.ts';
import { expectNamedControls } from './named-controls.ts';

export const notFoundHeading = 'We are sorry but the page you are looking for was not found.';

const loading = '[aria-busy="true"], [aria-label^="Loading"]';

/** Opens a path and waits until its heading is there and nothing of it is loading. Answers the heading. */
export async function openSettled(page: Page, path: string): Promise<string> {
  await page.goto(path);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  await page.waitForFunction((selector) => !document.querySelector(selector), loading);
  return heading.innerText();
}

/** Fails for an accessibility fault of a path, for a control without a name, and where the not-found page stands at it. */
async function checkPage(page: Page, path: string): Promise<void> {
  const heading = await openSettled(page, path);
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  expect({ path, heading }).not.toEqual({ path, heading: notFoundHeading });
  await expectNoAxeViolations(page);
  await expectNamedControls(page);
}

/** Checks every path, one after the other. */
export async function checkPages(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) await checkPage(page, path);
}
