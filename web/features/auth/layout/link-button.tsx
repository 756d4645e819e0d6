import type { ReactNode } from 'react';
import styles from './link-button.module.css';

interface LinkButtonProps {
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
}

/** Does something on this screen, but weighs no more than the links beside it. */
export function LinkButton({ onClick, disabled = false, children }: LinkButtonProps) {
  return (
    <button type="button" className={styles.link} onClick={onClick} disabled={disabled}>
      {children}
    </button>
  );
}
