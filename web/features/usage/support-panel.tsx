import { Button } from '@mantine/core';
import { formatEuroAmount } from '#contract/billing/euros.ts';
import type { Support } from '#contract/billing/limit-forms.ts';
import { LoadError } from '../../records/load-error.tsx';
import { ChartPanel } from '../../ui/charts/chart-panel.tsx';
import { defineColumns } from '../../ui/records/columns.ts';
import { RecordTable } from '../../ui/records/record-table.tsx';
import styles from './support-panel.module.css';
import { useSupport } from './usage.queries.ts';

interface SupportPanelProps {
  onSetLimit: ((support: Support) => void) | undefined;
  onSetItemLimit: (support: Support, id: string) => void;
}

interface SupportContext {
  /** Undefined for users who may not set limits. */
  onSetLimit: ((id: string) => void) | undefined;
}

const columns = defineColumns<Support['data'][number], SupportContext>([
  { key: 'type', label: 'Type', text: ({ type }) => type },
  {
    key: 'limit',
    label: 'Limit',
    width: '60%',
    align: 'end',
    cell: ({ _id, type, limit }, { onSetLimit }) => (
      <LimitCell name={`${type} support`} limit={limit} onSet={onSetLimit && (() => onSetLimit(_id))} />
    ),
  },
]);

/** Monthly limits of support: by type, and of all support. */
export function SupportPanel({ onSetLimit, onSetItemLimit }: SupportPanelProps) {
  const { data: support, error, refetch, isFetching } = useSupport();
  return (
    <ChartPanel title="Support limits" note="Monthly spending limits for support.">
      <LoadError error={support ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(support || !error) && (
        <RecordTable
          caption="Support limits by type"
          columns={columns}
          rows={support?.data}
          context={{ onSetLimit: onSetLimit && support && ((id) => onSetItemLimit(support, id)) }}
          getKey={({ _id }) => _id}
          loadingLabel="Loading the support limits"
          skeletonRowCount={4}
          empty={null}
          foot={support && <SupportFoot support={support} onSetLimit={onSetLimit} />}
        />
      )}
    </ChartPanel>
  );
}

interface SupportFootProps {
  support: Support;
  onSetLimit: ((support: Support) => void) | undefined;
}

function SupportFoot({ support, onSetLimit }: SupportFootProps) {
  return (
    <>
      <tr className={styles.sum}>
        <td>Sum of the limits above</td>
        <td data-align="end">{formatEuroAmount(support.total)}</td>
      </tr>
      <tr>
        <td>Overall support limit</td>
        <td data-align="end">
          <LimitCell name="overall support" limit={support.limit} onSet={onSetLimit && (() => onSetLimit(support))} />
        </td>
      </tr>
    </>
  );
}

interface LimitCellProps {
  name: string;
  limit: number | null;
  onSet: (() => void) | undefined;
}

function LimitCell({ name, limit, onSet }: LimitCellProps) {
  const words = limit === null ? 'No limit' : formatEuroAmount(limit);
  return (
    <span className={styles.cell}>
      <span data-unset={limit === null || undefined}>{words}</span>
      {onSet && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`${limit === null ? 'Set' : 'Change'} ${name} limit`}
          onClick={onSet}
        >
          {limit === null ? 'Set limit' : 'Change'}
        </Button>
      )}
    </span>
  );
}
