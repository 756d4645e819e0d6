import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { formatEuroTotal } from '#features/money/contract/euros.ts';
import {
  costDimensionNames,
  costDimensions,
  type CostDimension,
} from '#features/money/contract/costs/cost-dimensions.ts';
import {
  maxCosts,
  type Cost,
  type Costs,
  type CostSums,
  type MonthlyCosts,
} from '#features/money/contract/costs/costs.ts';
import { canSeePersons } from '#features/money/contract/costs/personal-figures.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { formatCount, formatCounted } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { defineColumns, type Column } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import type { UsageScope } from '../use-usage-scope.ts';
import { Owner, type OwnerContext } from './cost-owner.tsx';

const amounts: ReadonlyArray<{ readonly key: Exclude<keyof CostSums, 'requests'>; readonly label: string }> = [
  { key: 'total', label: 'Cost' },
  { key: 'previous', label: 'Month before' },
  { key: 'lastYear', label: 'Year before' },
];

const toColumns = (by: CostDimension): readonly Column<Cost, OwnerContext>[] =>
  defineColumns<Cost, OwnerContext>([
    {
      key: 'name',
      label: costDimensions[by].label,
      overflow: 'anywhere',
      cell: (cost, context) => <Owner cost={cost} {...context} />,
    },
    {
      key: 'requests',
      label: 'Requests',
      width: '15%',
      narrowWidth: '17%',
      align: 'end',
      text: ({ requests }) => formatCount(requests),
    },
    ...amounts.map(({ key, label }) => ({
      key,
      label,
      width: '15%' as const,
      narrowWidth: '19%' as const,
      align: 'end' as const,
      text: (cost: Cost) => formatEuroTotal(cost[key]),
    })),
  ]);

const columnsOf = Object.fromEntries(costDimensionNames.map((by) => [by, toColumns(by)])) as Record<
  CostDimension,
  readonly Column<Cost, OwnerContext>[]
>;

const MonthsTable = lazy(() => import('./months-table.tsx').then((module) => ({ default: module.MonthsTable })));

/** The owners of the costs of the month, one kind at a time, alone or beside the months before; which is in the address. */
export function CostsPanel({ scope }: { scope: UsageScope }) {
  const { by, setBy, isByMonth, setIsByMonth } = useShownCosts();
  const query = { by, ...(scope.period !== undefined && { period: scope.period }) };
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queries.costs.list.queryOptions({ input: { query }, placeholderData: keepPreviousData }),
    enabled: !isByMonth,
  });
  const months = useQuery({
    ...queries.costs.listMonths.queryOptions({ input: { query }, placeholderData: keepPreviousData }),
    enabled: isByMonth,
  });
  const shown = isByMonth ? months : { data, error, isFetching, isPlaceholderData, refetch };
  return (
    <Block above={12}>
      <ChartPanel title="Costs by owner" note={shown.data && <CostsNote by={by} costs={shown.data} />}>
        <Row gap={3} align="center" wrap below={3} data-unprinted>
          <NativeSelect
            aria-label="Divide costs by"
            data={costDimensionNames.map((value) => ({ value, label: costDimensions[value].label }))}
            value={by}
            onChange={({ currentTarget }) => setBy(currentTarget.value as CostDimension)}
          />
          <NativeSelect
            aria-label="Months shown"
            data={monthChoices}
            value={isByMonth ? 'year' : 'month'}
            onChange={({ currentTarget }) => setIsByMonth(currentTarget.value === 'year')}
          />
          <DownloadMenu
            label="Download costs"
            isEmpty={shown.data?.count === 0}
            choices={[toDownloadable('costs', query, costDimensions[by].label)]}
          />
        </Row>
        <LoadError error={shown.error} isRetrying={shown.isFetching} onRetry={() => void shown.refetch()} />
        {(shown.data || !shown.error) && (
          <Block stale={shown.isPlaceholderData} aria-busy={shown.isPlaceholderData}>
            {isByMonth ? (
              <Suspense>
                <MonthsTable costs={months.data} by={by} scope={scope} />
              </Suspense>
            ) : (
              <RecordTable
                caption={`Costs by ${costDimensions[by].label.toLowerCase()}`}
                columns={columnsOf[by]}
                context={{ by, scope }}
                rows={data?.data}
                getKey={({ id }) => id}
                loadingLabel="Loading the costs"
                skeletonRowCount={3}
                empty={<Text tone="soft">No requests in this month.</Text>}
                foot={data && <Sums {...data.sums} />}
              />
            )}
          </Block>
        )}
      </ChartPanel>
    </Block>
  );
}

const monthChoices = [
  { value: 'month', label: 'This month' },
  { value: 'year', label: 'Month by month' },
];

function CostsNote({ by, costs }: { by: CostDimension; costs: Costs | MonthlyCosts }) {
  const isOwnOnly = !canSeePersons(useCurrentUser());
  if (by === 'person' && isOwnOnly)
    return 'Your own cost alone: that of others is shown to those who may change limits or read people.';
  const isAssigned = by === 'department' || by === 'costCentre';
  if (isAssigned && costs.data.every(({ id }) => id === '')) {
    return (
      <>
        <span>{`No ${costDimensions[by].label.toLowerCase()} is set. It is a field of each `}</span>
        <Link to={paths.users()}>user</Link>.
      </>
    );
  }
  if (costs.count > maxCosts)
    return `The ${maxCosts} most expensive of ${formatCount(costs.count)}. The download has all.`;
  if (by === 'model') return 'The model of the turn in which a request was made, where the assistant reports one.';
  return isAssigned
    ? 'A month stays with the department and cost centre of that month.'
    : formatOwners(by, costs.count);
}

const formatOwners = (by: CostDimension, count: number) =>
  formatCounted(
    count,
    count === 1 ? costDimensions[by].label.toLowerCase() : `${costDimensions[by].label.toLowerCase()}s`,
  );

function Sums({ requests, ...sums }: CostSums) {
  return (
    <tr>
      <td>Total</td>
      <td data-align="end">{formatCount(requests)}</td>
      {amounts.map(({ key }) => (
        <td key={key} data-align="end">
          {formatEuroTotal(sums[key])}
        </td>
      ))}
    </tr>
  );
}

/** The kind of owners and of months that the address names, by default departments and the month alone. */
function useShownCosts() {
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const by = costDimensionNames.find((name) => name === address.by) ?? costDimensionNames[0];
  const replace = (change: Readonly<Record<string, string | undefined>>) =>
    void navigate({ to: '.', search: { ...address, ...change }, replace: true, resetScroll: false });
  return {
    by,
    setBy: (next: CostDimension) => replace({ by: next === costDimensionNames[0] ? undefined : next }),
    isByMonth: address.costs === 'months',
    setIsByMonth: (isByMonth: boolean) => replace({ costs: isByMonth ? 'months' : undefined }),
  };
}
