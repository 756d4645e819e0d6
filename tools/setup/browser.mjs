import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fromRoot } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const commandNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function findPlaywrightBrowser() {
  if (!existsSync(fromRoot('node_modules', 'playwright-core'))) {
    return undefined;
  }
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return path && isExecutable(path) ? path : undefined;
}

/** Where a Chromium is: CHROME_PATH, the PATH, the usual places, or the one Playwright keeps; undefined where none is. */
export async function findBrowser() {
  const configured = process.env.CHROME_PATH;
  if (configured) {
    return isExecutable(configured) ? configured : undefined;
  }
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = folders.flatMap((folder) => commandNames.map((name) => join(folder, name)));
  return [...candidates, ...macPaths].find(isExecutable) ?? findPlaywrightBrowser();
}

async function installWithApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    return;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq'], env);
  await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env);
}

/**
 * Finds a browser, or installs one: with apt where that is allowed, else Playwright's own. The path is undefined
 * where neither works.
 */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found || process.env.CHROME_PATH) {
    return found;
  }
  console.log('Installing a browser for the tests …');
  await installWithApt();
  const installed = await findBrowser();
  if (installed) {
    return installed;
  }
  await runCommand(process.execPath, [fromRoot('node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium']);
  return findBrowser();
}
