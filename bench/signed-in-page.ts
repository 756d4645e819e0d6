import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signIn } from '../e2e/support/sign-in.ts';
import type { Portal } from '../harness/portal.ts';

const viewport = { width: 1440, height: 900 };

/** A window of its own, with nothing kept from another one. */
export function openContext(browser: Browser, { url }: Portal): Promise<BrowserContext> {
  return browser.newContext({ baseURL: url, viewport });
}

/** A page after a sign-in; the caller closes its context. */
export async function openSignedIn(browser: Browser, portal: Portal, email: string): Promise<Page> {
  const page = await (await openContext(browser, portal)).newPage();
  await signIn(page, email);
  return page;
}
