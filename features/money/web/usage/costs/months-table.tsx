import { formatEuroTotal, addEuros } from '#features/money/contract/euros.ts';
import { costDimensions } from '#features/money/contract/costs/cost-dimensions.ts';
import type { MonthlyCost, MonthlyCosts, MonthSums } from '#features/money/contract/costs/costs.ts';
import { formatShortMonth } from '#contract/calendar/formats.ts';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { DataTable } from '#web/ui/records/data-table.tsx';
import { Owner, type OwnerContext } from './cost-owner.tsx';
import styles from './months-table.module.css';

/** The place of the table while it is loading. */
export const MonthsSkeleton = () => <SkeletonLines label="Loading the costs" widths={['100%', '98%', '99%', '97%']} />;

/** The months in the order of their columns: the latest first. */
const listLatestFirst = <Value,>(ofMonths: readonly Value[]): Value[] => ofMonths.toReversed();

/** Owners and what they cost in each of thirteen months, with the change within a year. */
export function MonthsTable({ costs, ...context }: OwnerContext & { costs: MonthlyCosts | undefined }) {
  if (!costs) return <MonthsSkeleton />;
  if (costs.data.length === 0) return <Text tone="soft">No requests in these months.</Text>;
  const label = costDimensions[context.by].label;
  const [last = '', ...earlier] = listLatestFirst(costs.months);
  return (
    <div className={styles.months}>
      <DataTable caption={`Costs by ${label.toLowerCase()} and month`}>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col" data-align="end">
              {formatShortMonth(last)}
            </th>
            <th scope="col" data-align="end">
              In a year
            </th>
            {earlier.map((month) => (
              <th key={month} scope="col" data-align="end">
                {formatShortMonth(month)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {costs.data.map((cost) => (
            <tr key={cost.id}>
              <th scope="row" data-wrap="anywhere">
                <Owner cost={cost} {...context} />
              </th>
              <Amounts {...cost} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Amounts {...costs.sums} />
          </tr>
        </tfoot>
      </DataTable>
    </div>
  );
}

function Amounts({ costs }: Pick<MonthlyCost, 'costs'> | MonthSums) {
  const [last = 0, ...earlier] = listLatestFirst(costs);
  return (
    <>
      <td data-align="end">{formatEuroTotal(last)}</td>
      <td data-align="end">{formatChange(addEuros([last, -(earlier.at(-1) ?? 0)]))}</td>
      {earlier.map((amount, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a place is a month
        <td key={place} data-align="end">
          {formatEuroTotal(amount)}
        </td>
      ))}
    </>
  );
}

const formatChange = (change: number) => `${change > 0 ? '+' : ''}${formatEuroTotal(change)}`;
