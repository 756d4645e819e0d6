import { useStore } from '../../lib/create-store.ts';
import { AlertIcon, CheckIcon, CloseIcon } from '../drawings/first-icons.tsx';
import styles from './feedback.module.css';
import { dismissToast, toastStore } from './toast-store.ts';

/** Shows the toast, once per page. The live region exists before its first message, so that it is read out. */
export function ToastHost() {
  const toast = useStore(toastStore);
  return (
    <div className={styles.host} aria-live="polite">
      {toast && (
        <div key={toast.message} className={styles.toast} data-tone={toast.tone}>
          {toast.tone !== 'info' && (
            <span className={styles.icon}>{toast.tone === 'error' ? <AlertIcon /> : <CheckIcon />}</span>
          )}
          <p role={toast.tone === 'error' ? 'alert' : 'status'}>{toast.message}</p>
          <button type="button" className={styles.close} aria-label="Dismiss" onClick={dismissToast}>
            <CloseIcon size={16} />
          </button>
        </div>
      )}
    </div>
  );
}
