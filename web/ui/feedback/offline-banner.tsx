import { useSyncExternalStore } from 'react';
import { OfflineIcon } from '../drawings/first-icons.tsx';
import { NoticeBar } from './notice-bar.tsx';

export function OfflineBanner() {
  const online = useOnline();
  if (online) return null;
  return (
    <NoticeBar tone="amber" icon={<OfflineIcon size={18} />}>
      You’re offline. Data may be outdated and changes can’t be saved.
    </NoticeBar>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** False while the browser reports no network. */
function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine);
}
