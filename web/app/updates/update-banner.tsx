import { createStore, useStore } from '../../lib/create-store.ts';
import { NoticeBar } from '../../ui/feedback/notice-bar.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { tabStorage } from '../../lib/tab-storage.ts';

/** The service worker of a newer version, installed and waiting to be activated. */
const waitingWorkerStore = createStore<ServiceWorker | undefined>(undefined);

/** Offers a new version. It is not applied by itself, because the user may be in the middle of a form. */
export function UpdateBanner() {
  const waiting = useStore(waitingWorkerStore);
  if (!waiting) return null;
  return (
    <NoticeBar
      tone="accent"
      action={<LinkButton onClick={() => waiting.postMessage('activate')}>Reload now</LinkButton>}
    >
      A new version of the portal is ready.
    </NoticeBar>
  );
}

/** Registers the service worker after the page has loaded, because its downloads would delay the first page. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  let hadController = container.controller !== null;
  // The first worker controls a page of its own version; only a later one brings a new version.
  container.addEventListener('controllerchange', () => {
    if (hadController) location.reload();
    hadController = true;
  });
  const register = async () => {
    const registration = await container.register('/service-worker.js', { updateViaCache: 'none' });
    offerWaiting(registration);
    registration.addEventListener('updatefound', () => watchInstalling(registration));
  };
  // A failed registration only costs the offline mode.
  const registerQuietly = () => void register().catch(() => undefined);
  if (document.readyState === 'complete') registerQuietly();
  else window.addEventListener('load', registerQuietly, { once: true });
}

function watchInstalling(registration: ServiceWorkerRegistration): void {
  registration.installing?.addEventListener('statechange', () => offerWaiting(registration));
}

function offerWaiting(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) waitingWorkerStore.set(registration.waiting);
}

const storageKey = 'reloaded-for-code-at';
/** A second failure within this time is not caused by a new version: the error page shows it. */
const pauseMs = 30_000;

/** Reloads when code can not be loaded, because a page opened before an update names files the server no longer has. */
export function reloadOnMissingCode(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The router reloads once by itself for such an error, also without a network: the browser's own page would take the portal's place.
    tabStorage.setItem(`tanstack_router_reload:${payload.message}`, '1');
    const last = Number(tabStorage.getItem(storageKey) ?? 0);
    if (!navigator.onLine || Date.now() - last < pauseMs) return;
    tabStorage.setItem(storageKey, String(Date.now()));
    location.reload();
  });
}
