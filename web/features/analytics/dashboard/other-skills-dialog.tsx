import { useQuery } from '@tanstack/react-query';
import { skillListLength } from '#contract/analytics/analytics.ts';
import type { RangeQuery, SkillRequests } from '#contract/analytics/analytics.ts';
import { formatEuroTotal } from '#contract/billing/euros.ts';
import { queries } from '../../../api/queries.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { LoadError } from '../../../records/load-error.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { defineColumns } from '../../../ui/records/columns.ts';
import { RecordTable } from '../../../ui/records/record-table.tsx';
import { LogLink } from '../range/log-link.tsx';

interface OtherSkillsDialogProps {
  /** The range of the dashboard, for links to the log. */
  search: object;
  query: RangeQuery;
  onClose: () => void;
}

interface SkillsContext {
  search: object;
  hasCost: boolean;
}

const columns = defineColumns<SkillRequests, SkillsContext>([
  {
    key: 'name',
    label: 'Skill',
    overflow: 'anywhere',
    text: ({ name }) => name,
    cell: ({ _id, name }, { search }) => <LogLink search={{ ...search, skills: _id }}>{name}</LogLink>,
  },
  { key: 'requests', label: 'Requests', width: '7rem', align: 'end', text: ({ requests }) => formatCount(requests) },
  {
    key: 'cost',
    label: 'Cost',
    width: '8rem',
    align: 'end',
    isShown: ({ hasCost }) => hasCost,
    text: ({ cost }) => (cost === undefined ? '' : formatEuroTotal(cost)),
  },
]);

/** The skills that the dashboard sums as "Other", with what each adds to the sum. */
export function OtherSkillsDialog({ search, query, onClose }: OtherSkillsDialogProps) {
  const { data, error, refetch, isFetching } = useQuery(
    queries.analytics.listSkillRequests.queryOptions({ input: { query } }),
  );
  const others = data?.slice(skillListLength - 1);
  return (
    <Dialog opened onClose={onClose} title="Other skills" widthPx={560}>
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(data || !error) && (
        <RecordTable
          caption="Other skills by requests"
          columns={columns}
          rows={others}
          context={{ search, hasCost: data?.some(({ cost }) => cost !== undefined) ?? false }}
          getKey={({ _id }) => _id}
          loadingLabel="Loading the other skills"
          skeletonRowCount={4}
          empty={<p>No other skill has billed requests in this period.</p>}
        />
      )}
    </Dialog>
  );
}
