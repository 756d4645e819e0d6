import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme/fonts.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/mantine-base.css';
import './theme/fields.css';
import { queryClient } from './api/query-client.ts';
import { buildRouter, fetchPageCode } from './app/routes/router.ts';
import { registerServiceWorker, reloadOnMissingCode } from './app/updates/update-banner.tsx';
import { guardDom } from './lib/dom-guard/guard-dom.ts';
import { keepFocus } from './lib/keep-focus.ts';
import { settings } from './lib/settings.ts';
import { AppTheme } from './theme/app-theme.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root.');

Object.assign(globalThis, {
  // The content policy forbids compiled schemas. Set before zod is fetched, because importing zod for its setting would
  // put it into the chunk of the log-in page.
  __zod_globalConfig: { jitless: true },
});
guardDom(document);
keepFocus(document);
hideStartLoader(root);
const router = buildRouter(queryClient);

fetchPageCode(router);
reloadOnMissingCode();
registerServiceWorker();

void applyStyles()
  .then(waitForFont)
  .then(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <AppTheme nonce={settings.nonce}>
            <RouterProvider router={router} />
          </AppTheme>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );

/** Applies the style sheets that `tools/vite/late-styles.ts` marks, once they are loaded or have failed. */
async function applyStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-late]')];
  const isWaiting = document.readyState !== 'complete' && links.some(({ sheet }) => sheet === null);
  if (isWaiting) await new Promise((resolve) => addLoadListeners(links, resolve));
  for (const link of links) link.media = 'all';
}

const longestFontWaitMs = 200;

/** The font of index.html is there by now where the line is not very slow. Text that changes its font changes its width. */
async function waitForFont(): Promise<void> {
  const loaded = document.fonts.load('1em Geist').catch(() => undefined);
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, longestFontWaitMs))]);
}

function addLoadListeners(links: readonly HTMLLinkElement[], done: (event: Event) => void) {
  window.addEventListener('load', done, { once: true });
  for (const link of links) {
    link.addEventListener('load', (event) => {
      if (links.every(({ sheet }) => sheet !== null)) done(event);
    });
  }
}

/** Removes the loader of index.html with the first page, so that nothing blinks in between. */
function hideStartLoader(shown: HTMLElement) {
  const observer = new MutationObserver(() => {
    if (!shown.querySelector('main, h1')) return;
    observer.disconnect();
    document.getElementById('start')?.remove();
  });
  observer.observe(shown, { childList: true, subtree: true });
}
