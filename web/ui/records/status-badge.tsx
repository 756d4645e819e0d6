import type { ComponentType, CSSProperties } from 'react';
import type { IconProps } from '../drawings/first-icons.tsx';
import styles from './marks.module.css';

export type StatusTone = 'green' | 'red' | 'grey' | 'amber';

interface StatusBadgeProps {
  tone: StatusTone;
  label: string;
  /** Replaces the dot. */
  icon?: ComponentType<IconProps> | undefined;
}

/** A state as dot or icon, and word. The word carries the meaning, because colour alone is not accessible. */
export function StatusBadge({ tone, label, icon: Icon }: StatusBadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} style={{ '--tone': `var(--${tone})` } as CSSProperties}>
      {Icon ? <Icon size={14} /> : <span className={styles.dot} />}
      <span>{label}</span>
    </span>
  );
}
