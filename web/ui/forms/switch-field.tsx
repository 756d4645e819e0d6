import type { ComponentProps } from 'react';
import { Switch } from './switch.tsx';
import { Row } from '../layout/layout.tsx';
import styles from '../controls.module.css';

/** A switch with its label. */
export function SwitchField({ label, ...props }: ComponentProps<typeof Switch> & { label: string }) {
  return (
    <Row as="label" gap={3} inline className={styles.field}>
      <Switch {...props} />
      <span>{label}</span>
    </Row>
  );
}
