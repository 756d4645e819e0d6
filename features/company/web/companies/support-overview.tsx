import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { formatMonth } from '#contract/calendar/formats.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import type { CompanySupport } from '#features/company/contract/companies.ts';
import { queries } from '#web/api/queries.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { useOpenCompany } from '#web/records/companies/use-open-company.ts';

interface OverviewContext {
  onOpen: (company: CompanySupport) => void;
}

const columns = defineColumns<CompanySupport, OverviewContext>([
  { key: 'name', isName: true, label: 'Company', overflow: 'anywhere', text: ({ name }) => name },
  { key: 'period', label: 'Month', width: '9rem', text: ({ period }) => formatMonth(period) },
  { key: 'requests', label: 'Requests', width: '7rem', align: 'end', text: ({ requests }) => formatCount(requests) },
  { key: 'minutes', label: 'Minutes', width: '7rem', align: 'end', text: ({ minutes }) => formatCount(minutes) },
  { key: 'cost', label: `Cost, ${netWords}`, width: '8rem', align: 'end', text: ({ cost }) => formatEuroAmount(cost) },
  {
    key: 'open',
    label: 'Open',
    isLabelHidden: true,
    width: '10rem',
    align: 'end',
    cell: (company, { onOpen }) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Open the requests of ${company.name}`}
        onClick={() => onOpen(company)}
      >
        Open requests
      </Button>
    ),
  },
]);

/** The support requests of the open month of every company that has some; for the provider. */
export function SupportOverview() {
  const { companyId } = useCurrentUser();
  const router = useRouter();
  const openCompany = useOpenCompany();
  const { data, error, refetch, isFetching } = useQuery(queries.companies.listSupport.queryOptions());
  async function open({ id }: CompanySupport) {
    if (id !== companyId) await openCompany(id);
    await router.navigate({ to: paths.usageSupport() });
  }
  return (
    <Block above={12}>
      <ChartPanel title="Support requests" note={data && describe(data)}>
        <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
        {(data || !error) && (
          <RecordTable
            caption="Support requests of the open month by company"
            columns={columns}
            rows={data}
            context={{ onOpen: (company) => void open(company) }}
            getKey={({ id }) => id}
            loadingLabel="Loading the support requests"
            skeletonRowCount={3}
            empty={
              <Text size="sm" tone="faint">
                No company has support requests in the open month.
              </Text>
            }
          />
        )}
      </ChartPanel>
    </Block>
  );
}

function describe(companies: readonly CompanySupport[]): string | undefined {
  if (companies.length === 0) return undefined;
  const sum = (of: (company: CompanySupport) => number) => companies.reduce((total, each) => total + of(each), 0);
  const cost = formatEuroAmount(sum((each) => Math.round(each.cost * 100)) / 100);
  return `${formatCount(sum(({ requests }) => requests))} in the open month, ${cost} ${netWords}. Not billed before the month ends.`;
}
