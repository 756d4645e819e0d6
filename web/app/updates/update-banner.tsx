import { useSyncExternalStore } from 'react';
import { NoticeBar } from '../../ui/feedback/notice-bar.tsx';
import styles from './update-banner.module.css';
import { updateStore } from './update-store.ts';

/** Offers a new version and leaves the moment to the person, who may be in the middle of a form. */
export function UpdateBanner() {
  const waiting = useSyncExternalStore(updateStore.subscribe, updateStore.get);
  if (!waiting) return null;
  return (
    <NoticeBar
      tone="accent"
      action={
        <button type="button" className={styles.reload} onClick={() => waiting.postMessage('activate')}>
          Reload now
        </button>
      }
    >
      A new version of the portal is ready.
    </NoticeBar>
  );
}
