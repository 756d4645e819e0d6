import type { ReactNode } from 'react';
import styles from './form-alert.module.css';
import { AlertIcon } from '../drawings/icons.tsx';

/** The problem of a form as a whole, above its fields; nothing without children. */
export function FormAlert({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <div className={styles.alert} role="alert">
      <AlertIcon />
      <div>{children}</div>
    </div>
  );
}
