import type { ComponentPropsWithRef } from 'react';
import styles from './controls.module.css';

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'type' | 'className'> {
  /** For screen readers, who do not see the icon. */
  label: string;
  /** For fingers, over a picture or at the edge of the window. */
  isLarge?: boolean;
}

/** A button that shows an icon alone. */
export function IconButton({ label, isLarge = false, ...button }: IconButtonProps) {
  return (
    <button {...button} type="button" className={styles.button} aria-label={label} data-large={isLarge || undefined} />
  );
}
