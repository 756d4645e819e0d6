import type { ReactNode } from 'react';
import styles from './form-alert.module.css';
import { AlertIcon } from '../drawings/icons.tsx';

/** What is wrong with a form as a whole, above its fields. Nothing is drawn without a text. */
export function FormAlert({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <div className={styles.alert} role="alert">
      <AlertIcon />
      <div>{children}</div>
    </div>
  );
}
