import type { Operations } from '#features/company/contract/operations.ts';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { SkeletonLine } from '#web/ui/feedback/skeleton-line.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { listConcerns } from './list-concerns.ts';
import { Stack } from '#web/ui/layout/layout.tsx';
import styles from './operations-page.module.css';

interface ConcernsPanelProps {
  operations: Operations | undefined;
  /** When they were loaded. */
  now: Date;
  zone: string;
}

/** Concerns of the operator, the most urgent first. */
export function ConcernsPanel({ operations, now, zone }: ConcernsPanelProps) {
  const concerns = operations && listConcerns(operations, now, zone);
  return (
    <ChartPanel title="Needs attention">
      {!concerns && <SkeletonLine width="40%" />}
      {concerns?.length === 0 && <StatusBadge tone="green" label="Everything works." />}
      {concerns && concerns.length > 0 && (
        <Stack as="ul" gap={2} className={styles.concerns}>
          {concerns.map(({ key, tone, text }) => (
            <li key={key} data-tone={tone}>
              {text}
            </li>
          ))}
        </Stack>
      )}
    </ChartPanel>
  );
}
