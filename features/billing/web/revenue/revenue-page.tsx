import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatMonth } from '#contract/calendar/formats.ts';
import type { Revenue } from '#features/billing/contract/revenue/revenue.ts';
import { netWords } from '#features/billing/contract/vat-words.ts';
import { addEuros, formatEuroAmount } from '#features/money/contract/euros.ts';
import { isOperatorAtHome, useCurrentUser } from '#web/api/current-user.ts';
import { queries } from '#web/api/queries.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { DownloadMenu, toDownloadable } from '#web/records/downloads/download-menu.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { BarLineChart } from '#web/ui/charts/bar-line-chart.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { Block, Columns, Text } from '#web/ui/layout/layout.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import type { CompanyPlace } from '#web/records/companies/use-open-company.ts';
import { useOpeningQuestion, type NamedCompany } from '#web/records/companies/use-opening-question.tsx';

interface Sums {
  readonly net: number;
  readonly invoices: number;
  readonly creditNotes: number;
}
type MonthRow = Sums & { readonly period: string };
type CompanySums = Sums & NamedCompany & { readonly isDeleted: boolean };

const add = (rows: readonly Sums[]): Sums => ({
  net: addEuros(rows.map(({ net }) => net)),
  invoices: rows.reduce((sum, { invoices }) => sum + invoices, 0),
  creditNotes: rows.reduce((sum, { creditNotes }) => sum + creditNotes, 0),
});

/** `/companies/revenue`, for the provider: what was invoiced less what was credited, by month of issue and by company. */
export function RevenuePage() {
  const user = useCurrentUser();
  const { data, error, isFetching, refetch } = useQuery(queries.revenue.list.queryOptions({ throwOnError: false }));
  const [length, setLength] = useState(12);
  const [period, setPeriod] = useState<string>();
  const { dialog, askToOpen } = useOpeningQuestion(user.companyId);
  const { months, companies } = useSums(data, length, period);
  return (
    <>
      <PageHeader
        title="Revenue"
        purpose={`Invoices less credit notes, ${netWords}, by month of issue.`}
        actions={
          isOperatorAtHome(user) && (
            <DownloadMenu
              label="Download revenue"
              isEmpty={data?.rows.length === 0}
              choices={[toDownloadable('revenue', {})]}
            />
          )
        }
      />
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(data || !error) && (
        <>
          <ChartPanel
            title="By month"
            note={
              months &&
              `${formatEuroAmount(add(months).net)} in ${length} months. The line is the revenue in euros, the bars are the invoices.`
            }
            action={
              <NativeSelect
                aria-label="Months shown"
                data={[
                  { value: '12', label: 'Last 12 months' },
                  { value: '24', label: 'Last 24 months' },
                ]}
                value={String(length)}
                onChange={({ currentTarget }) => {
                  setLength(Number(currentTarget.value));
                  setPeriod(undefined);
                }}
              />
            }
          >
            <BarLineChart
              label="Revenue and invoices by month of issue"
              points={(months ?? []).map(toPoint)}
              barName="invoices"
              lineName="euros net"
            />
          </ChartPanel>
          <Columns of={[2, 3]} gap={12} rowGap={10} align="start" collapse="tablet" above={10}>
            <RecordTable
              caption="Revenue by month"
              columns={monthColumns}
              rows={months?.toReversed()}
              getKey={(row) => row.period}
              isCurrent={(row) => row.period === period}
              context={{ onChoose: setPeriod }}
              loadingLabel="Loading the revenue"
              skeletonRowCount={12}
              empty={null}
              isDense
            />
            <Block>
              <h2>{period === undefined ? `By company, ${length} months` : `By company, ${formatMonth(period)}`}</h2>
              {period !== undefined && (
                <Text size="sm" above={1}>
                  <LinkButton onClick={() => setPeriod(undefined)}>Show all months</LinkButton>
                </Text>
              )}
              <Block above={3}>
                <RecordTable
                  caption="Revenue by company"
                  columns={companyColumns}
                  rows={companies}
                  getKey={({ id }) => id}
                  context={{ onOpen: (company) => askToOpen(company, toInvoices(period)) }}
                  loadingLabel="Loading the revenue by company"
                  skeletonRowCount={6}
                  empty={<EmptyState drawing="papers" text="Nothing was issued." />}
                  isDense
                />
              </Block>
            </Block>
          </Columns>
        </>
      )}
      {dialog}
    </>
  );
}

/** The invoices of a company, of the year of a month where one is chosen. */
const toInvoices = (period: string | undefined): CompanyPlace => ({
  path: paths.billing(),
  ...(period !== undefined && { search: { year: period.slice(0, 4) } }),
});

const toPoint = ({ period, net, invoices }: MonthRow) => ({
  key: period,
  label: formatMonth(period).slice(0, 3),
  title: formatMonth(period),
  line: Math.max(0, Math.round(net)),
  bar: invoices,
});

/** The sums of each month, and of each company in one month or in all of them, the highest first. */
function useSums(data: Revenue | undefined, length: number, period: string | undefined) {
  return useMemo(() => {
    if (!data) return {};
    const periods = data.periods.slice(-length);
    const byMonth = Map.groupBy(data.rows, (row) => row.period);
    const months = periods.map((each): MonthRow => ({ period: each, ...add(byMonth.get(each) ?? []) }));
    const shown = data.rows.filter((row) =>
      period === undefined ? periods.includes(row.period) : row.period === period,
    );
    const companies = [...Map.groupBy(shown, ({ companyId }) => companyId)]
      .map(([id, rows]): CompanySums => ({
        id,
        name: rows[0]?.companyName ?? '',
        isDeleted: rows[0]?.isDeleted ?? false,
        ...add(rows),
      }))
      .toSorted((one, other) => other.net - one.net);
    return { months, companies };
  }, [data, length, period]);
}

const sumColumns = [
  {
    key: 'invoices',
    label: 'Invoices',
    width: '17%',
    align: 'end',
    text: ({ invoices }: Sums) => formatCount(invoices),
  },
  {
    key: 'creditNotes',
    label: 'Credit notes',
    width: '23%',
    align: 'end',
    text: ({ creditNotes }: Sums) => (creditNotes === 0 ? '–' : formatCount(creditNotes)),
  },
  { key: 'net', label: 'Revenue', width: '26%', align: 'end', text: ({ net }: Sums) => formatEuroAmount(net) },
] as const;

const monthColumns = defineColumns<MonthRow, { onChoose: (period: string) => void }>([
  {
    key: 'period',
    label: 'Month',
    cell: ({ period }, { onChoose }) => (
      <LinkButton isQuiet aria-label={`Show the companies of ${formatMonth(period)}`} onClick={() => onChoose(period)}>
        {formatMonth(period)}
      </LinkButton>
    ),
  },
  ...sumColumns,
]);

const companyColumns = defineColumns<CompanySums, { onOpen: (company: NamedCompany) => void }>([
  {
    key: 'company',
    label: 'Company',
    isName: true,
    overflow: 'anywhere',
    cell: ({ id, name, isDeleted }, { onOpen }) =>
      isDeleted ? (
        <span>{`${name} (deleted)`}</span>
      ) : (
        <LinkButton isQuiet aria-label={`Open the invoices of ${name}`} onClick={() => onOpen({ id, name })}>
          {name}
        </LinkButton>
      ),
  },
  ...sumColumns,
]);
