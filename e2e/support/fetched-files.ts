import { get } from 'node:http';
import type { Page } from 'playwright-core';
import { followRequests } from './idle-network.ts';

/** Collects the addresses of the scripts and style sheets that a page asks for from now on. */
export function collectFetchedFiles(page: Page): ReadonlySet<string> {
  const urls = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (['script', 'stylesheet'].includes(request.resourceType()) || /\.(?:js|css)$/.test(pathname)) {
      urls.add(request.url());
    }
  });
  return urls;
}

/** Opens a path and waits until its heading shows and the network is idle. */
export async function openIdle(page: Page, path: string): Promise<void> {
  const waitForIdle = followRequests(page);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await waitForIdle();
}

/** The sum of the bodies as they travel in an encoding, in bytes. */
export async function sumBytes(urls: Iterable<string>, encoding: 'gzip' | 'br'): Promise<number> {
  const sizes = await Promise.all([...urls].map((url) => getBodyBytes(url, encoding)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** `fetch` would unpack the body. */
function getBodyBytes(url: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      let byteLength = 0;
      response.on('data', (chunk: Buffer) => (byteLength += chunk.length));
      response.on('end', () => resolve(byteLength));
    }).on('error', reject);
  });
}
