import type { Operations } from '#features/company/contract/operations.ts';
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

/** Concerns of the operator, the most urgent first. */
export function ConcernsPanel({ operations, now, zone }: ConcernsPanelProps) {
  const concerns = operations && listConcerns(operations, now, zone);
  return (
    <ChartPanel title="Needs attention">
      <AttentionList
        lines={concerns?.map(({ text, ...concern }) => ({ ...concern, sentence: text }))}
        empty={<StatusBadge tone="green" label="Everything works." />}
      />
    </ChartPanel>
  );
}
