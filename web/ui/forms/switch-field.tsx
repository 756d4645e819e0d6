import type { ComponentProps } from 'react';
import { Switch } from './switch.tsx';
import styles from './switch-field.module.css';

/** A switch with its label. */
export function SwitchField({ label, ...props }: ComponentProps<typeof Switch> & { label: string }) {
  return (
    <label className={styles.field}>
      <Switch {...props} />
      <span>{label}</span>
    </label>
  );
}
