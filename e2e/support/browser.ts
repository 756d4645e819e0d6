import { chromium, type Browser } from 'playwright-core';
import { findBrowser } from '../../tools/setup/browser.mjs';

export const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Containers often give /dev/shm only 64 MB, which is too little for large pages.
  '--disable-dev-shm-usage',
];

/** A headless Chromium without background requests of its own. */
export async function launchBrowser(moreFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = await findBrowser();
  if (!executablePath) {
    throw new Error('No Chromium was found: "npm test" installs one, or set CHROME_PATH to it.');
  }
  return chromium.launch({ executablePath, args: [...browserFlags, ...moreFlags] });
}
