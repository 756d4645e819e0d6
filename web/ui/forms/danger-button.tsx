import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { TrashIcon } from '../drawings/icons.tsx';
import styles from '../controls.module.css';

type DangerButtonProps = Omit<ButtonProps, 'className' | 'leftSection'> &
  Pick<ComponentProps<'button'>, 'onClick' | 'aria-describedby'>;

/** Opens the question whether to delete something. The subtle variant has no icon. */
export function DangerButton({ variant = 'default', ...props }: DangerButtonProps) {
  return (
    <Button
      {...props}
      variant={variant}
      className={styles.danger}
      leftSection={variant === 'subtle' ? undefined : <TrashIcon size={18} />}
    />
  );
}
