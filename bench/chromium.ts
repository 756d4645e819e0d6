import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { browserFlags } from '../e2e/support/browser.ts';
import { findBrowser } from '../tools/setup/browser.mjs';
import { removeFolder } from '../harness/portal.ts';

const flags = [...browserFlags, '--headless', '--remote-debugging-port=0'];

const startLimitMs = 20_000;

/**
 * Runs `work` with the debugging port of a new Chromium with an empty profile and at most one session cookie; no other
 * client is attached to its pages.
 */
export async function withChromium<T>(
  { url, cookie }: { url: string; cookie: string | undefined },
  work: (port: number) => Promise<T>,
): Promise<T> {
  const executable = await findBrowser();
  if (!executable) throw new Error('No Chromium was found: set CHROME_PATH to it.');
  const profile = mkdtempSync(join(tmpdir(), 'bench-chromium-'));
  const child = spawn(executable, [...flags, `--user-data-dir=${profile}`, 'about:blank'], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  try {
    const port = await readPort(join(profile, 'DevToolsActivePort'));
    if (cookie !== undefined) await setCookies(port, url, cookie);
    return await work(port);
  } finally {
    child.kill();
    await exited;
    removeFolder(profile);
  }
}

async function readPort(path: string): Promise<number> {
  const deadline = performance.now() + startLimitMs;
  while (!existsSync(path) || readFileSync(path, 'utf8') === '') {
    if (performance.now() > deadline) throw new Error('Chromium did not start.');
    await sleep(50);
  }
  return Number(readFileSync(path, 'utf8').split('\n', 1)[0]);
}

async function setCookies(port: number, url: string, cookie: string): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const cookies = cookie.split('; ').map((pair) => {
    const end = pair.indexOf('=');
    return { name: pair.slice(0, end), value: pair.slice(end + 1), url, httpOnly: true };
  });
  await browser.contexts()[0]?.addCookies(cookies);
  // Only lets go of it: it was not started here.
  await browser.close();
}
