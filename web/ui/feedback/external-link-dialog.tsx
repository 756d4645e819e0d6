import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { findExternalHost } from '../../lib/external-address.ts';
import { Dialog, DialogActions } from '../dialog.tsx';
import styles from './external-link-dialog.module.css';
import { leavingStore } from './external-link-store.ts';

/** The interstitial before an external page. Shows the host the browser will really ask. */
export function LeavingDialog({ product }: { product: string }) {
  const href = useSyncExternalStore(leavingStore.subscribe, leavingStore.get);
  const host = href === undefined ? undefined : findExternalHost(href);
  return (
    <Dialog opened={host !== undefined} onClose={leavingStore.close} title={`You are leaving ${product}`}>
      <p>{product} is not responsible for external content.</p>
      <p className={styles.host}>{host}</p>
      <DialogActions>
        <Button variant="default" onClick={leavingStore.close}>
          Stay here
        </Button>
        <Button component="a" href={href} target="_blank" rel="noopener noreferrer" onClick={leavingStore.close}>
          Continue
        </Button>
      </DialogActions>
    </Dialog>
  );
}
