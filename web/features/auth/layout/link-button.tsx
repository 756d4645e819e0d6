import type { ReactNode } from 'react';
import styles from './link-button.module.css';

interface LinkButtonProps {
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
}

/** A button that looks like a link. */
export function LinkButton({ onClick, disabled = false, children }: LinkButtonProps) {
  return (
    <button type="button" className={styles.link} onClick={onClick} disabled={disabled}>
      {children}
    </button>
  );
}
