import type { Operations } from '#features/company/contract/operations.ts';
import { paths } from '#web/paths.ts';
import { AttentionList } from '#web/records/attention/attention-list.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { StatusBadge } from '#web/ui/records/status-badge.tsx';
import { listConcerns } from './list-concerns.ts';

interface ConcernsPanelProps {
  operations: Operations | undefined;
  /** When they were loaded. */
  now: Date;
  zone: string;
}

/** Concerns of the operator, the most urgent first; those of another tab lead there. */
export function ConcernsPanel({ operations, now, zone }: ConcernsPanelProps) {
  const concerns = operations && listConcerns(operations, now, zone);
  return (
    <ChartPanel title="Open issues">
      <AttentionList
        lines={concerns?.map(({ text, address, ...concern }) => ({
          ...concern,
          sentence: text,
          ...(address.path !== paths.operations() && { address }),
        }))}
        empty={<StatusBadge tone="green" label="Everything works." />}
      />
    </ChartPanel>
  );
}
