import styles from './demo-progress.module.css';

interface DemoProgressProps {
  done: number;
  total: number;
}

/** Says that the figures still grow, because the demo's conversations are on their way. */
export function DemoProgress({ done, total }: DemoProgressProps) {
  return (
    <div className={styles.progress}>
      <p id="demo-progress">
        The demo conversations are being sent: {done} of {total} months
      </p>
      <progress aria-labelledby="demo-progress" max={Math.max(total, 1)} value={done} />
    </div>
  );
}
