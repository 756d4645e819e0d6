import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { atMost, note, type Bench, type Reading } from '../../figure.ts';
import { sendAtRate } from '../../../harness/load.ts';
import { makeIntakeKey } from '../../../harness/intake-key.ts';
import { type Portal, waitForDemo, withNewPortal } from '../../../harness/portal.ts';
import { timeProcessor } from '../../processor-time.ts';
import { openSignedIn } from '../../signed-in-page.ts';
import { median, quantile, roundAll } from '../../../harness/statistics.ts';
import { openAccounts, openWatchers, streamsOfAccount } from '../../watchers.ts';
import { makeConversations } from '../intake-conversations.ts';

const company = 'Acme Manufacturing';
const watcherCount = 500;
const reportsPerSecond = 20;

export const live = {
  title: 'Live updates',
  method:
    'Painted: one conversation is reported at a time to a company of which a page is open in a browser: the dashboard, then log, top users and top skills; from the answer of the intake until the frame that shows what is new (the number of conversations, "12 new" above the log, a list with its figures) is handed over, by the clock of the machine. Watchers: 20 reports of 5 conversations a second for 15 seconds, without and with 500 streams of the dashboard by 50 accounts of the company; processor time of portal and database together, the median of the rounds with over the median of those without.',
  measure: ({ browser, isQuick }: Bench): Promise<Reading[]> =>
    withNewPortal({ RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' }, async (portal) => {
      await waitForDemo(portal);
      const key = await makeIntakeKey(portal, company);
      const page = await openSignedIn(await browser(), portal, 'superadmin@acme.example');
      const painted: Reading[] = [];
      for (const watched of watchedPages) {
        const paintedMs = await measurePainted(page, { portal, key, watched }, isQuick ? 10 : 100);
        painted.push(...toReadings(watched, paintedMs));
      }
      await page.context().close();
      const { alone, watched, events } = await compareProcessorTime({ portal, key }, isQuick ? 1 : 3);
      return [
        ...painted,
        atMost('processor time with 500 watchers / without', '1.3', median(watched) / median(alone), {
          aloneMs: roundAll(alone),
          watchedMs: roundAll(watched),
        }),
        note('events of a watcher in 15 seconds', median(events), ''),
      ];
    }),
};

interface WatchedPage {
  readonly name: string;
  readonly path: string;
  /** Whose text changes with a conversation. */
  readonly selector: string;
}

const watchedPages: readonly WatchedPage[] = [
  { name: 'dashboard', path: '/', selector: '[aria-label="Totals"]' },
  { name: 'log', path: '/analytics/logs', selector: 'main' },
  { name: 'top users', path: '/analytics/top-users', selector: 'main' },
  { name: 'top skills', path: '/analytics/top-skills', selector: 'main' },
];

const toReadings = ({ name }: WatchedPage, paintedMs: readonly number[]): Reading[] => [
  atMost(`${name}: durable to painted, 95 %`, '1000 ms', quantile(paintedMs, 0.95), { all: roundAll(paintedMs) }),
  note(`${name}: durable to painted, median`, median(paintedMs), 'ms'),
];

interface Reported {
  readonly portal: Portal;
  readonly key: string;
}

async function report({ portal, key }: Reported, count: number): Promise<void> {
  const answer = await fetch(`${portal.url}/api/intake/conversations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ conversations: makeConversations(count, 0.001) }),
  });
  if (!answer.ok) throw new Error(`A report was answered ${answer.status}: ${await answer.text()}`);
  await answer.text();
}

/** From the answer of each report until the page has painted what is new. */
async function measurePainted(
  page: Page,
  { watched, ...reported }: Reported & { readonly watched: WatchedPage },
  count: number,
): Promise<number[]> {
  await page.goto(watched.path);
  await page.getByText('Live', { exact: true }).waitFor();
  await page.evaluate((selector) => {
    const painted: Array<{ text: string; at: number }> = [];
    Object.assign(window, { painted });
    const read = () => document.querySelector(selector)?.textContent ?? '';
    let text = read();
    new MutationObserver(() => {
      if (read() === text) return;
      text = read();
      const shown = text;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => painted.push({ text: shown, at: Date.now() }));
        port1.start();
        port2.postMessage(undefined);
      });
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, watched.selector);
  const times: number[] = [];
  for (let place = 0; place < count; place += 1) {
    // Not in step with the portal's pauses.
    await sleep(400 + Math.random() * 400);
    const before = await countPainted(page);
    await report(reported, 1);
    const storedAt = Date.now();
    await page.waitForFunction((known) => (window as never as Painting).painted.length > known, before, {
      timeout: 10_000,
      polling: 20,
    });
    times.push((await findPainted(page, before)) - storedAt);
  }
  return times;
}

interface Painting {
  readonly painted: ReadonlyArray<{ readonly at: number }>;
}

const countPainted = (page: Page) => page.evaluate(() => (window as never as Painting).painted.length);
const findPainted = (page: Page, place: number) =>
  page.evaluate((index) => (window as never as Painting).painted[index]?.at ?? Number.NaN, place);

async function compareProcessorTime(reported: Reported, rounds: number) {
  const tokens = await openAccounts(reported.portal, watcherCount / streamsOfAccount);
  const result = { alone: [] as number[], watched: [] as number[], events: [] as number[] };
  await loadFor(reported, 3000);
  for (let round = 0; round < rounds; round += 1) {
    result.alone.push(await loadFor(reported, 15_000));
    const watchers = await openWatchers(reported.portal, tokens);
    result.watched.push(await loadFor(reported, 15_000));
    result.events.push(watchers.close() / watcherCount);
  }
  return result;
}

/** Milliseconds of processor time of portal and database while the reports come in. */
async function loadFor(reported: Reported, forMs: number): Promise<number> {
  const send = () => sendAtRate({ perSecond: reportsPerSecond, forMs }, () => report(reported, 5));
  const { portal, database } = await timeProcessor(reported.portal, send);
  return portal + database;
}
