import { get } from 'node:http';
import type { Page } from 'playwright-core';
import { atMost, note } from '../figure.ts';
import type { Bench, Reading } from '../figure.ts';
import { openContext, openSignedIn } from '../signed-in-page.ts';

/** By then everything that is fetched ahead of a click has been fetched. */
const aheadMs = 8000;

export const transfer = {
  title: 'JavaScript and CSS of a first visit',
  method:
    'Every script and style sheet that a browser with an empty cache asks for until the heading shows and the network is idle, as bytes of the gzip answers (1 kB = 1000 bytes). What is fetched ahead later, while the page stands, is told apart.',
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
      atMost('users list', '260 kB', users.firstBytes / 1000, users),
      atMost('dashboard with its charts', '330 kB', dashboard.firstBytes / 1000, dashboard),
      note('log-in, with what is fetched ahead', signedOut.allBytes / 1000, 'kB'),
      note('users list, with what is fetched ahead', users.allBytes / 1000, 'kB'),
      note('log-in, as brotli', signedOut.brotliBytes / 1000, 'kB'),
      note('users list, as brotli', users.brotliBytes / 1000, 'kB'),
    ];
  },
};

async function measurePage(page: Page, path: string) {
  const urls = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (['script', 'stylesheet'].includes(request.resourceType()) || /\.(?:js|css)$/.test(pathname))
      urls.add(request.url());
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const first = [...urls];
  await page.waitForTimeout(aheadMs);
  return {
    firstBytes: await sumBytes(first, 'gzip'),
    allBytes: await sumBytes([...urls], 'gzip'),
    brotliBytes: await sumBytes(first, 'br'),
    files: first.map((url) => new URL(url).pathname),
  };
}

async function sumBytes(urls: readonly string[], encoding: string): Promise<number> {
  const sizes = await Promise.all(urls.map((url) => readBodyBytes(url, encoding)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes of a body as they travel; `fetch` would unpack them. */
function readBodyBytes(url: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      let byteLength = 0;
      response.on('data', (chunk: Buffer) => (byteLength += chunk.length));
      response.on('end', () => resolve(byteLength));
    }).on('error', reject);
  });
}
