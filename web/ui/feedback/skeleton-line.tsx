import { Stack } from '../layout/layout.tsx';
import styles from './feedback.module.css';

/** One line of text before it arrives. Its line is as high as a line of text. */
export function SkeletonLine({ width }: { width: string }) {
  return <span className={styles.bone} style={{ width }} aria-hidden="true" />;
}

interface SkeletonLinesProps {
  /** Text for screen readers while the lines are loading. */
  label: string;
  /** One of each line; no two are the same. */
  widths: readonly string[];
  className?: string | undefined;
}

/** Several lines before they arrive. */
export function SkeletonLines({ label, widths, className }: SkeletonLinesProps) {
  return (
    <Stack gap={2} full aria-busy="true" className={className}>
      <span className="visually-hidden" role="status">
        {label}
      </span>
      {widths.map((width) => (
        <SkeletonLine key={width} width={width} />
      ))}
    </Stack>
  );
}
