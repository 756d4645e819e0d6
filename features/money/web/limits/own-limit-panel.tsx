import { useQuery } from '@tanstack/react-query';
import { formatShortDate } from '#contract/calendar/formats.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import type { OwnLimit } from '#features/money/contract/limits/owner-limits.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { formatCounted } from '#web/lib/numbers.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { BudgetMeter } from '../usage/budget/budget-meter.tsx';
import { judgeBudget } from '../usage/budget/budget.ts';

/** The own limit of the signed-in person and what was spent of it in the present month; nothing where there is none. */
export function OwnLimitPanel() {
  const { data, error, isFetching, refetch } = useQuery(queries.ownerLimits.getOwn.queryOptions());
  if (!error && (!data || data.limit === null)) return null;
  return (
    <Block above={12} measure={46} id="limit">
      <ChartPanel
        title="My limit"
        note={`What your requests to the assistant may cost in a calendar month, ${netWords}.`}
      >
        <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
        {data && data.limit !== null && <State {...data} limit={data.limit} />}
      </ChartPanel>
    </Block>
  );
}

function State({ limit, action, spent, denied, deniedSince }: OwnLimit & { limit: number }) {
  const { timeZone } = useCurrentUser();
  return (
    <>
      <BudgetMeter budget={judgeBudget(spent, limit)} total={spent} limit={limit} since={undefined} />
      <Text above={2} size="sm" tone="soft">
        {action === 'warn'
          ? 'This limit only warns: nothing is stopped when it is reached.'
          : 'At the limit, assistants that check it before each run are stopped.'}
      </Text>
      {deniedSince !== null && (
        <Text above={2} size="sm" tone="soft">
          {`${formatCounted(denied, 'requests')} denied since ${formatShortDate(deniedSince, timeZone)}.`}
        </Text>
      )}
    </>
  );
}
