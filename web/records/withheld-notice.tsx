import type { ReactNode } from 'react';
import { LockIcon } from '../ui/drawings/icons.tsx';
import styles from './withheld-notice.module.css';

/** Says that a right of the company withholds something here, so that it is not taken for missing. */
export function WithheldNotice({ children }: { children: ReactNode }) {
  return (
    <p className={styles.notice}>
      <LockIcon />
      <span>{children}</span>
    </p>
  );
}
