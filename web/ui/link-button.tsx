import type { ComponentPropsWithoutRef } from 'react';
import styles from './forms/forms.module.css';

interface LinkButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'type' | 'className'> {
  /** A name or figure that can be pressed: coloured as the text around it, and printed with it. */
  isQuiet?: boolean;
  /** It takes the clicks of the whole frame around it. */
  isWhole?: boolean;
}

/** A button that looks like a link. */
export function LinkButton({ isQuiet = false, isWhole = false, ...button }: LinkButtonProps) {
  return (
    <button
      {...button}
      type="button"
      className={styles.link}
      data-quiet={isQuiet || undefined}
      data-whole={isWhole || undefined}
      data-printed={isQuiet || undefined}
    />
  );
}
