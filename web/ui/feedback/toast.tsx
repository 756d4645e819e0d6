import { useSyncExternalStore } from 'react';
import { AlertIcon, CheckIcon, CloseIcon } from '../drawings/icons.tsx';
import styles from './toast.module.css';
import { dismissToast, toastStore } from './toast-store.ts';

/** Where the global notice appears. One per page; the live region is there before its first message. */
export function ToastHost() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  return (
    <div className={styles.host} aria-live="polite">
      {toast && (
        <div key={toast.message} className={styles.toast} data-tone={toast.tone}>
          <span className={styles.icon}>{toast.tone === 'error' ? <AlertIcon /> : <CheckIcon />}</span>
          <p role={toast.tone === 'error' ? 'alert' : 'status'}>{toast.message}</p>
          <button type="button" className={styles.close} aria-label="Dismiss" onClick={dismissToast}>
            <CloseIcon size={16} />
          </button>
        </div>
      )}
    </div>
  );
}
