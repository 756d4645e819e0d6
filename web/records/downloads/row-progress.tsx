import { Button, Progress } from '@mantine/core';
import { formatCount, formatCounted } from '../../lib/numbers.ts';
import { Row, Stack } from '../../ui/layout/layout.tsx';
import styles from '../records.module.css';

interface RowProgressBarProps {
  rows: number;
  /** Undefined or null where it is not known yet. */
  total: number | null | undefined;
  /** The bar, for screen readers. */
  label: string;
  /** The button, where there are several. */
  cancelLabel?: string;
  onCancel: () => void;
}

/** How many rows of how many are done, with a button to cancel. */
export function RowProgressBar({ rows, total, label, cancelLabel, onCancel }: RowProgressBarProps) {
  const words =
    typeof total === 'number' ? `${formatCount(rows)} of ${formatCounted(total, 'rows')}` : formatCounted(rows, 'rows');
  return (
    <Row gap={3}>
      <Stack gap={1} size="sm" tone="soft" number className={styles.amount}>
        <span>{words}</span>
        <Progress aria-label={label} value={total ? (rows / total) * 100 : 0} size="sm" />
      </Stack>
      <Button variant="default" aria-label={cancelLabel} onClick={onCancel}>
        Cancel
      </Button>
    </Row>
  );
}
