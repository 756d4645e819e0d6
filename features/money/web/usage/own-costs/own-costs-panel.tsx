import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatEuroAmount, formatEuroTotal } from '#features/money/contract/euros.ts';
import type { OwnCosts, SkillOwnCost } from '#features/money/contract/own-costs.ts';
import { queries } from '#web/api/queries.ts';
import { keepOrder } from '#web/lib/keep-order.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { useOverlayInUrl } from '#web/records/use-overlay-in-url.ts';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { Block } from '#web/ui/layout/layout.tsx';
import { pickNewer, type LiveUsage } from '#web/records/month/live-usage.ts';

const columns = defineColumns<SkillOwnCost>([
  {
    key: 'name',
    label: 'Skill name',
    look: 'quiet-link',
    overflow: 'anywhere',
    isLink: true,
    text: ({ name }) => name,
  },
  {
    key: 'price',
    label: 'Own cost per request',
    width: '26%',
    narrowWidth: '30%',
    align: 'end',
    cell: ({ prices }) => <Rates prices={prices} />,
  },
  {
    key: 'requests',
    label: 'Total requests',
    width: '18%',
    narrowWidth: '20%',
    align: 'end',
    text: ({ requests }) => formatCount(requests),
  },
  {
    key: 'total',
    label: 'Own cost',
    width: '16%',
    narrowWidth: '20%',
    align: 'end',
    text: ({ total }) => formatEuroTotal(total),
  },
]);

const toWords = (price: number | null) => (price === null ? 'no rate' : formatEuroAmount(price));

/** The rate of the latest day, and all where there were several. */
function Rates({ prices }: Pick<SkillOwnCost, 'prices'>) {
  const [latest] = prices;
  if (!latest) return '–';
  return (
    <>
      <span>{latest.price === null ? '–' : formatEuroAmount(latest.price)}</span>
      {prices.length > 1 && (
        <Block as="ul" size="xs" tone="faint" above="hair" aria-label="Own cost in this period">
          {prices.map(({ price, requests }) => (
            <li key={price}>{`${formatCount(requests)} × ${toWords(price)}`}</li>
          ))}
        </Block>
      )}
    </>
  );
}

export const purpose = 'Internal cost of your own skills. Not billed.';

/** Own costs of a month, as its page loaded them or as they were sent later. */
export function useOwnCosts(period: string | undefined, live: LiveUsage | undefined) {
  const answer = useQuery(
    queries.ownCosts.get.queryOptions({
      input: { query: period === undefined ? {} : { period } },
      placeholderData: keepPreviousData,
    }),
  );
  const { data: loaded, error, refetch, isFetching } = answer;
  const newest = pickNewer(answer, live, ({ ownCosts }) => ownCosts);
  const data = newest && loaded && { ...newest, data: keepOrder(newest.data, loaded.data) };
  return { data, error, refetch, isFetching };
}

/** Cost of own skills by the company's own rates, apart from billed costs. Without a rate there is no panel. */
export function OwnCostsPanel({ period, live }: { period: string | undefined; live: LiveUsage | undefined }) {
  const { data, error, refetch, isFetching } = useOwnCosts(period, live);
  if (!error && !data?.data.length) return null;
  return (
    <Block above={12}>
      <ChartPanel title="Own cost" note={purpose}>
        <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
        {data && <OwnCostsTable costs={data} empty={null} />}
      </ChartPanel>
    </Block>
  );
}

/** @param costs undefined while they are loading */
export function OwnCostsTable({ costs, empty }: { costs: OwnCosts | undefined; empty: ReactNode }) {
  const { getAddress, open } = useOverlayInUrl('skill');
  return (
    <RecordTable
      caption="Own cost of own skills in the period"
      columns={columns}
      rows={costs?.data}
      getKey={({ _id }) => _id}
      link={{ getAddress: ({ _id }) => getAddress(_id), open: ({ _id }) => open(_id), opensDialog: true }}
      loadingLabel="Loading the own cost"
      empty={empty}
      foot={
        costs && (
          <tr>
            <td colSpan={3}>Total own cost in period (not billed):</td>
            <td data-align="end">{formatEuroTotal(costs.total)}</td>
          </tr>
        )
      }
    />
  );
}
