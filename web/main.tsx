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
import { fetchPageCode } from './app/routes/fetch-page-code.ts';
import { registerServiceWorker } from './app/updates/register-service-worker.ts';
import { reloadOnMissingCode } from './app/updates/reload-on-missing-code.ts';
import { buildRouter } from './app/routes/router.ts';
import { settings } from './lib/settings.ts';
import { AppTheme } from './theme/app-theme.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root.');

Object.assign(globalThis, {
  // Read by the scroll lock of open dialogs, which adds a style tag.
  __webpack_nonce__: settings.nonce,
  // Schemas must not compile themselves, which the content policy forbids. Set here, before they are fetched, because
  // importing their library just for this would put it on the log-in page.
  __zod_globalConfig: { jitless: true },
});
const router = buildRouter(queryClient);

fetchPageCode(router);
reloadOnMissingCode();
registerServiceWorker();

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <AppTheme nonce={settings.nonce}>
        <RouterProvider router={router} />
      </AppTheme>
    </QueryClientProvider>
  </StrictMode>,
);
