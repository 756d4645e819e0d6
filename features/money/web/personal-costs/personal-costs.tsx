import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMonth } from '#contract/calendar/formats.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import type { PersonalCosts as Costs } from '#features/money/contract/costs/costs.ts';
import { formatEuroTotal } from '#features/money/contract/euros.ts';
import { queries } from '#web/api/queries.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { FormSection } from '#web/ui/forms/form-layout.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';

type SkillCost = Costs['skills'][number];

const columns = defineColumns<SkillCost>([
  { key: 'name', label: 'Skill', overflow: 'anywhere', text: ({ name }) => name },
  { key: 'requests', label: 'Requests', width: '22%', align: 'end', text: ({ requests }) => formatCount(requests) },
  { key: 'total', label: 'Cost', width: '28%', align: 'end', text: ({ total }) => formatEuroTotal(total) },
]);

/** Cost of the reader's own requests: a month by skill, and the months to choose from with their cost. */
export function PersonalCosts() {
  const [period, setPeriod] = useState<string>();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    queries.costs.getPersonal.queryOptions({
      input: period === undefined ? {} : { query: { period } },
      placeholderData: keepPreviousData,
    }),
  );
  return (
    <FormSection
      title="Your cost"
      description={`What your own requests cost your company, ${netWords}. A cent of a price with parts of a cent is shared among all who made such requests, as on the invoice.`}
    >
      <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {!data && !error && <SkeletonLines label="Loading your cost" widths={['40%', '100%', '98%']} />}
      {data && (
        <Block stale={isPlaceholderData} aria-busy={isPlaceholderData}>
          <NativeSelect
            label="Month"
            data={data.months
              .toReversed()
              .map(({ month, total }) => ({ value: month, label: `${formatMonth(month)}: ${formatEuroTotal(total)}` }))}
            value={period ?? data.months.at(-1)?.month ?? ''}
            onChange={({ currentTarget }) => setPeriod(currentTarget.value)}
          />
          <Block above={4}>
            <RecordTable
              caption="Your cost by skill"
              columns={columns}
              rows={data.skills}
              getKey={({ id }) => id}
              loadingLabel="Loading your cost"
              empty={<Text tone="soft">You made no requests in this month.</Text>}
              foot={<Sums {...data} />}
            />
          </Block>
        </Block>
      )}
    </FormSection>
  );
}

const Sums = ({ requests, total }: Costs) => (
  <tr>
    <td>Total</td>
    <td data-align="end">{formatCount(requests)}</td>
    <td data-align="end">{formatEuroTotal(total)}</td>
  </tr>
);
