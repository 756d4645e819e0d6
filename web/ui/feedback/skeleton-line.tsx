import styles from './skeleton.module.css';

/** One line of text before it arrives. Its line is as high as a line of text. */
export function SkeletonLine({ width }: { width: string }) {
  return <span className={styles.bone} style={{ width }} aria-hidden="true" />;
}
