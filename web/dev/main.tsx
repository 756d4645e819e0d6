import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../theme/fonts.css';
import '../theme/tokens.css';
import '../theme/base.css';
import '../theme/mantine-base.css';
import '../theme/fields.css';
import '../theme/mantine-shell.css';
import { AppTheme } from '../theme/app-theme.tsx';
import { beginAtTop } from './begin-at-top.ts';
import { families } from './families.ts';
import { PartsPage } from './parts-page.tsx';
import { showFocusOfStates } from './shown-focus.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element with the id root.');

// Links of parts lead nowhere: their addresses stay in memory, and each shows this page.
const router = createRouter({
  routeTree: createRootRoute({ component: () => <PartsPage families={families} /> }),
  history: createMemoryHistory(),
  defaultNotFoundComponent: () => null,
});

beginAtTop();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <AppTheme nonce="">
        <RouterProvider router={router} />
      </AppTheme>
    </QueryClientProvider>
  </StrictMode>,
);
window.addEventListener('load', () => showFocusOfStates(document));
