import { Button } from '@mantine/core';
import type { Support } from '#contract/billing/limit-forms.ts';
import { toErrorWords } from '../../api/error-words.ts';
import { ChartPanel } from '../../ui/charts/chart-panel.tsx';
import { DataTable } from '../../ui/records/data-table.tsx';
import { FormAlert } from '../../ui/forms/form-alert.tsx';
import { SkeletonTable } from '../../ui/records/skeleton-table.tsx';
import styles from './support-panel.module.css';
import { useSupport } from './usage.queries.ts';
import { formatEuroAmount } from '#contract/billing/euros.ts';

interface SupportPanelProps {
  onSetLimit: ((support: Support) => void) | undefined;
  onSetItemLimit: (support: Support, id: string) => void;
}

const columns = ['Type', 'Limit'];

/** Monthly limits of support: by type, and of all support. */
export function SupportPanel({ onSetLimit, onSetItemLimit }: SupportPanelProps) {
  const { data: support, error, refetch, isFetching } = useSupport();
  return (
    <ChartPanel title="Support limits" note="What may be spent on support in a calendar month.">
      {!support && error && (
        <FormAlert>
          <p>{toErrorWords(error)}</p>
          <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </FormAlert>
      )}
      {!support && !error && <SkeletonTable columns={columns} rowCount={4} label="Loading the support limits" />}
      {support && (
        <DataTable caption="Support limits by type">
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col" data-align="end">
                Limit
              </th>
            </tr>
          </thead>
          <tbody>
            {support.data.map(({ _id: id, type, limit }) => (
              <tr key={id}>
                <td>{type}</td>
                <td data-align="end">
                  <LimitCell
                    name={`${type} support`}
                    limit={limit}
                    onSet={onSetLimit && (() => onSetItemLimit(support, id))}
                  />
                </td>
              </tr>
            ))}
            <tr>
              <td>Limits of the types together</td>
              <td data-align="end">{formatEuroAmount(support.total)}</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <td>Limit of all support</td>
              <td data-align="end">
                <LimitCell name="all support" limit={support.limit} onSet={onSetLimit && (() => onSetLimit(support))} />
              </td>
            </tr>
          </tfoot>
        </DataTable>
      )}
    </ChartPanel>
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
          aria-label={`${limit === null ? 'Set' : 'Change'} limit of ${name}`}
          onClick={onSet}
        >
          {limit === null ? 'Set limit' : 'Change'}
        </Button>
      )}
    </span>
  );
}
