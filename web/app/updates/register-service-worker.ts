import { updateStore } from './update-store.ts';

/** Registers the service worker once the page has loaded, so that it never competes with the first screen. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  let hadController = container.controller !== null;
  // The very first worker takes over a page that is already of its version; only later ones bring something new.
  container.addEventListener('controllerchange', () => {
    if (hadController) location.reload();
    hadController = true;
  });
  const register = async () => {
    const registration = await container.register('/service-worker.js', { updateViaCache: 'none' });
    offerWaiting(registration);
    registration.addEventListener('updatefound', () => watchInstalling(registration));
  };
  // Without a worker the portal works all the same, only not offline.
  const registerQuietly = () => void register().catch(() => undefined);
  if (document.readyState === 'complete') registerQuietly();
  else window.addEventListener('load', registerQuietly, { once: true });
}

function watchInstalling(registration: ServiceWorkerRegistration): void {
  registration.installing?.addEventListener('statechange', () => offerWaiting(registration));
}

function offerWaiting(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) updateStore.set(registration.waiting);
}
