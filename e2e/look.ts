import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { demoPassword, signIn } from './support/sign-in.ts';
import { followRequests } from './support/idle-network.ts';

const usage = `npm run look -- [--url http://127.0.0.1:3000] [--email … --password …] [--out folder] /path …
Takes full-page pictures of the paths in the light and the dark scheme, 1440 and 768 pixels wide.
Without --email the pages are shown signed out.`;

const widths = [1440, 768];
const schemes = ['light', 'dark'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    email: { type: 'string' },
    password: { type: 'string', default: demoPassword },
    out: { type: 'string', default: join(tmpdir(), 'steward-look') },
    help: { type: 'boolean', default: false },
  },
});

const toFileName = (path: string) => path.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'root';

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: values.url, reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`${page.url()}: ${error.message}`));
  if (values.email) {
    await signIn(page, { email: values.email, password: values.password });
  }
  return page;
}

async function takePictures(page: Page, path: string): Promise<void> {
  const waitForIdle = followRequests(page);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await waitForIdle();
      const file = join(values.out, `${toFileName(path)}-${colorScheme}-${width}.png`);
      await page.screenshot({ path: file, fullPage: true });
      console.log(file);
    }
  }
}

if (values.help || positionals.length === 0) {
  console.log(usage);
} else {
  mkdirSync(values.out, { recursive: true });
  const browser = await launchBrowser();
  try {
    const page = await openPage(browser);
    for (const path of positionals) {
      await takePictures(page, path);
    }
  } finally {
    await browser.close();
  }
}
