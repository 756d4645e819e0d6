const storageKey = 'reloaded-for-code-at';
/** A second failure this soon is no new version but trouble, which the error page shows. */
const pauseMs = 30_000;

/** A page left open over an update asks for code that the server no longer has; loading it anew brings the new one. */
export function reloadOnMissingCode(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (!navigator.onLine || Date.now() - last < pauseMs) return;
    sessionStorage.setItem(storageKey, String(Date.now()));
    location.reload();
  });
}
