import styles from './status-badge.module.css';

export type StatusTone = 'green' | 'red' | 'grey' | 'amber';

/** A state as dot and word. The word carries the meaning, because colour alone is not accessible. */
export function StatusBadge({ tone, label }: { tone: StatusTone; label: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      <span className={styles.dot} />
      {label}
    </span>
  );
}
