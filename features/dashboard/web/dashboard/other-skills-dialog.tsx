import { useQuery } from '@tanstack/react-query';
import {
  skillListLength,
  type AnalyticsStats,
  type RangeQuery,
  type SkillRequests,
} from '#features/dashboard/contract/analytics.ts';
import { formatEuroTotal } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { queries } from '#web/api/queries.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { RequestsLink } from '#web/records/range/requests-link.tsx';

type Range = Pick<AnalyticsStats, 'from' | 'to'>;

interface OtherSkillsDialogProps {
  /** The range of the dashboard, for links to the requests. */
  range: Range;
  query: RangeQuery;
  onClose: () => void;
}

interface SkillsContext {
  range: Range;
  hasCost: boolean;
}

const columns = defineColumns<SkillRequests, SkillsContext>([
  {
    key: 'name',
    label: 'Skill',
    overflow: 'anywhere',
    text: ({ name }) => name,
    cell: ({ _id, name }, { range }) => (
      <RequestsLink range={range} skill={_id}>
        {name}
      </RequestsLink>
    ),
  },
  { key: 'requests', label: 'Requests', width: '7rem', align: 'end', text: ({ requests }) => formatCount(requests) },
  {
    key: 'cost',
    label: `Cost, ${netWords}`,
    width: '8rem',
    align: 'end',
    isShown: ({ hasCost }) => hasCost,
    text: ({ cost }) => (cost === undefined ? '' : formatEuroTotal(cost)),
  },
]);

/** The skills that the dashboard sums as "Other", with what each adds to the sum. */
export function OtherSkillsDialog({ range, query, onClose }: OtherSkillsDialogProps) {
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
          context={{ range, hasCost: data?.some(({ cost }) => cost !== undefined) ?? false }}
          getKey={({ _id }) => _id}
          loadingLabel="Loading the other skills"
          skeletonRowCount={4}
          empty={<p>No other skill has billed requests in this period.</p>}
        />
      )}
    </Dialog>
  );
}
