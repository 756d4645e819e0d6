import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installWithApt } from './apt.mjs';
import { fromRoot } from './paths.mjs';
import { runCommand } from './run-command.mjs';

const commandNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
/** The engine without the browser around it. Journeys need half the processor time with it. */
const shellName = 'chromium-headless-shell';
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

/** @param {string[]} names */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/** Finds a Chromium: CHROME_PATH, the PATH, the usual places, or Playwright's own; undefined without one. */
export async function findBrowser() {
  const configured = process.env.CHROME_PATH;
  if (configured) {
    return isExecutable(configured) ? configured : undefined;
  }
  return findOnPath(commandNames) ?? macPaths.find(isExecutable) ?? findPlaywrightBrowser();
}

/** The headless shell, else a whole browser. */
const findForJourneys = async () => (process.env.CHROME_PATH ? undefined : findOnPath([shellName])) ?? findBrowser();

/**
 * Finds a browser for the journeys, or installs one: with apt where that is allowed, else Playwright's own. CI installs
 * the headless shell beside a whole browser too. The path is undefined where nothing works.
 */
export async function ensureBrowser() {
  const found = await findForJourneys();
  if (process.env.CHROME_PATH || (found && (!process.env.CI || found.endsWith(shellName)))) {
    return found;
  }
  console.log('Installing a browser for the tests …');
  await installWithApt(found ? [shellName] : [shellName, 'chromium'], { isFirstEnough: true });
  const installed = await findForJourneys();
  if (installed) {
    return installed;
  }
  await runCommand(process.execPath, [fromRoot('node_modules', 'playwright-core', 'cli.js'), 'install', 'chromium']);
  return findBrowser();
}
