import type { ComponentProps } from 'react';
import styles from '../controls.module.css';

/** A switch; the caller labels it. */
export function Switch({ checked, ...props }: Omit<ComponentProps<'input'>, 'type' | 'role'> & { checked: boolean }) {
  return (
    <input
      {...props}
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      className={styles.switch}
    />
  );
}
