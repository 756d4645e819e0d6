import type { Page } from 'playwright-core';
import { collectFetchedFiles, openIdle, sumBytes } from '../../e2e/support/fetched-files.ts';
import { atMost, note, type Bench, type Reading } from '../figure.ts';
import { openContext, openSignedIn } from '../signed-in-page.ts';

/** By then everything that is fetched ahead of a click has been fetched. */
const aheadMs = 8000;

export const transfer = {
  title: 'JavaScript and CSS of a first visit',
  method:
    'Every script and style sheet that a browser with an empty cache asks for until the heading shows and the network is idle, as bytes of the gzip answers (1 kB = 1000 bytes). What is fetched ahead later, while the page stands, is counted apart.',
  async measure(bench: Bench): Promise<Reading[]> {
    const portal = await bench.portal();
    const browser = await bench.browser();
    const context = await openContext(browser, portal);
    const signedOut = await measurePage(await context.newPage(), '/login');
    const signedIn = await openSignedIn(browser, portal, 'superadmin@acme.example');
    const state = await signedIn.context().storageState({ indexedDB: false });
    await signedIn.context().close();
    const fresh = await browser.newContext({ baseURL: portal.url, storageState: state });
    const users = await measurePage(await fresh.newPage(), '/users');
    await fresh.close();
    const anew = await browser.newContext({ baseURL: portal.url, storageState: state });
    const dashboard = await measurePage(await anew.newPage(), '/');
    await Promise.all([context.close(), anew.close()]);
    return [
      atMost('log-in', '170 kB', signedOut.firstBytes / 1000, signedOut),
      atMost('users list', '240 kB', users.firstBytes / 1000, users),
      atMost('dashboard with its charts', '255 kB', dashboard.firstBytes / 1000, dashboard),
      note('log-in, with what is fetched ahead', signedOut.allBytes / 1000, 'kB'),
      note('users list, with what is fetched ahead', users.allBytes / 1000, 'kB'),
      note('log-in, as brotli', signedOut.brotliBytes / 1000, 'kB'),
      note('users list, as brotli', users.brotliBytes / 1000, 'kB'),
    ];
  },
};

async function measurePage(page: Page, path: string) {
  const urls = collectFetchedFiles(page);
  await openIdle(page, path);
  const first = [...urls];
  await page.waitForTimeout(aheadMs);
  return {
    firstBytes: await sumBytes(first, 'gzip'),
    allBytes: await sumBytes(urls, 'gzip'),
    brotliBytes: await sumBytes(first, 'br'),
    files: first.map((url) => new URL(url).pathname),
  };
}
