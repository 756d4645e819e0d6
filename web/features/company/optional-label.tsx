import styles from './optional-label.module.css';

/** The name of a field that may stay empty (section 5: labelled Optional). */
export function OptionalLabel({ children }: { children: string }) {
  return (
    <>
      {children} <span className={styles.optional}>Optional</span>
    </>
  );
}
