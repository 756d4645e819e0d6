import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

const idleMs = 500;
const limitMs = 20_000;

/** Live updates, which stay open for as long as the page, and page views, whose end is not reported once the page has gone. */
const isUnawaited = (request: Request) => /\/(?:events|page-views)$/.test(new URL(request.url()).pathname);

/**
 * Follows the requests of a page from now on. What it answers waits until none of them, but streams of events and page views, has been open
 * for half a second.
 */
export function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let idleFrom = performance.now();
  let isNavigating = false;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isNavigating = true;
    if (!isUnawaited(request)) open.add(request);
  });
  // The end of what the former document asked for is not always reported.
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || !isNavigating) return;
    isNavigating = false;
    idleFrom = performance.now();
    open.clear();
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
