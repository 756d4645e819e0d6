import styles from './optional-label.module.css';

/** The label of an optional field (section 5). */
export function OptionalLabel({ children }: { children: string }) {
  return (
    <>
      <span>{children}</span> <span className={styles.optional}>Optional</span>
    </>
  );
}
