import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

const idleMs = 500;
const limitMs = 20_000;

/** Live updates, which stay open for as long as the page. */
const isStream = (request: Request) => new URL(request.url()).pathname.endsWith('/events');

/**
 * Follows the requests of a page from now on. What it answers waits until none of them, but streams of events, has been open
 * for half a second.
 */
export function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let idleFrom = performance.now();
  page.on('request', (request) => {
    if (!isStream(request)) open.add(request);
  });
  const end = (request: Request) => {
    if (open.delete(request)) idleFrom = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    const deadline = performance.now() + limitMs;
    while (open.size > 0 || performance.now() - idleFrom < idleMs) {
      if (performance.now() > deadline) {
        throw new Error(`Still open: ${[...open].map((request) => request.url()).join(', ')}`);
      }
      await sleep(50);
    }
  };
}
