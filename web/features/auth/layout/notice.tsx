import type { ReactNode } from 'react';
import { CheckIcon } from '../../../ui/drawings/icons.tsx';
import styles from './notice.module.css';

/** What has just succeeded; read out, because it appears without the focus moving there. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      {children && (
        <p className={styles.notice}>
          <CheckIcon size={18} />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
