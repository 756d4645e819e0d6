/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;
/** Paths of every hashed file of this build, and a word that changes with any of them; put in by the build. */
declare const __HASHED_ASSETS__: readonly string[];
declare const __BUILD_VERSION__: string;

const cacheName = `portal-${__BUILD_VERSION__}`;
const shellPath = '/';
/** How long the first screen is left alone: some hundred files would come in its way. */
const headStartMs = 5000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('message', (event) => {
  if (event.data === 'activate') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(answerFromCache(request));
  else if (request.mode === 'navigate' && isPortalPage(url.pathname)) event.respondWith(answerPage(request));
});

/** Everything the portal needs to start without a network. Answers of the API are never kept. */
async function keepShell(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, headStartMs));
  const cache = await caches.open(cacheName);
  await cache.addAll([new Request(shellPath, { cache: 'reload' }), ...__HASHED_ASSETS__]);
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The API and its documents, and the caught mail, are the server's own pages. */
function isPortalPage(path: string): boolean {
  return !path.startsWith('/api/') && !path.startsWith('/dev/');
}

/** A hashed file never changes, so the kept copy is as good as the server's. */
async function answerFromCache(request: Request): Promise<Response> {
  const kept = await caches.match(request);
  return kept ?? fetch(request);
}

/** The server's page where it answers, because it carries a fresh nonce and the settings; else the kept shell. */
async function answerPage(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(shellPath);
    if (kept) return kept;
    throw error;
  }
}
