import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClosingCompany } from '#features/billing/contract/close/closes.ts';
import { grossWords, netWords } from '#features/billing/contract/vat-words.ts';
import { addEuros, formatEuroAmount } from '#features/money/contract/euros.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { Row, Text } from '#web/ui/layout/layout.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { ClosePreviewDialog } from './close-preview-dialog.tsx';
import { describeMonths, describeWaiting, isReady, sumOf } from './close-words.ts';
import { closesQuery } from './close.queries.ts';
import { useIssuing } from './use-issuing.ts';

interface OverviewContext {
  onPreview: (company: ClosingCompany) => void;
}

const toAmount = (company: ClosingCompany, pick: Parameters<typeof sumOf>[1]) =>
  company.months.length === 0 ? '' : formatEuroAmount(sumOf(company.months, pick));

const columns = defineColumns<ClosingCompany, OverviewContext>([
  { key: 'name', isName: true, label: 'Company', width: '22%', overflow: 'anywhere', text: ({ name }) => name },
  {
    key: 'months',
    label: 'Month',
    width: '9rem',
    text: ({ months, monthsToIssue }) =>
      describeMonths(months.length > 0 ? months.map(({ period }) => period) : monthsToIssue),
  },
  {
    key: 'net',
    label: `Net, ${netWords}`,
    width: '8rem',
    align: 'end',
    text: (company) => toAmount(company, (vat) => vat.net),
  },
  {
    key: 'total',
    label: `Total, ${grossWords}`,
    width: '8rem',
    align: 'end',
    text: (company) => toAmount(company, (vat) => vat.total),
  },
  { key: 'waiting', label: 'State', overflow: 'anywhere', text: (company) => describeWaiting(company).join(' ') },
  {
    key: 'preview',
    label: 'Preview',
    isLabelHidden: true,
    width: '7rem',
    align: 'end',
    cell: (company, { onPreview }) =>
      company.months.length > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Preview the invoice of ${company.name}`}
          onClick={() => onPreview(company)}
        >
          Preview
        </Button>
      ),
  },
]);

/** The invoices that the close of each company would issue now; for the provider. */
export function CloseOverview() {
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(closesQuery);
  const { done, issueOne, issueAll } = useIssuing();
  const [previewed, setPreviewed] = useState<ClosingCompany>();
  const [asked, setAsked] = useState<readonly ClosingCompany[]>();
  const companies = data?.pages.flatMap((page) => page.companies);
  const ready = companies?.filter(isReady) ?? [];
  return (
    <ChartPanel
      title="Next invoices"
      note={companies && describe(companies, hasNextPage)}
      action={
        ready.length > 1 && (
          <Button variant="default" onClick={() => setAsked(ready)}>{`Issue all ${ready.length}`}</Button>
        )
      }
    >
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {(data || !error) && (
        <RecordTable
          caption="Ended months without an invoice by company"
          columns={columns}
          rows={companies}
          context={{ onPreview: setPreviewed }}
          getKey={({ id }) => id}
          loadingLabel="Loading the next invoices"
          skeletonRowCount={3}
          empty={
            <Text size="sm" tone="faint">
              Every ended month has its invoice.
            </Text>
          }
          isDense
        />
      )}
      {hasNextPage && (
        <Row pad={[4, 0]} justify="center">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Row>
      )}
      {previewed && (
        <ClosePreviewDialog
          company={previewed}
          onIssue={() => issueOne(previewed)}
          onClose={() => setPreviewed(undefined)}
        />
      )}
      {asked && (
        <ActionDialog
          title={`Issue the invoices of ${asked.length} companies now?`}
          run={() => issueAll(asked)}
          label={`Issue now, ${formatEuroAmount(toTotal(asked))}`}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {done > 0
              ? `${done} of ${asked.length} companies done. Keep this page open.`
              : 'They are not changed afterwards. What is reported later for these months is on the next invoices.'}
          </p>
        </ActionDialog>
      )}
    </ChartPanel>
  );
}

const toTotal = (companies: readonly ClosingCompany[]): number =>
  addEuros(companies.map(({ months }) => sumOf(months, (vat) => vat.total)));

function describe(companies: readonly ClosingCompany[], isPart: boolean): string | undefined {
  if (companies.length === 0) return undefined;
  const shown = isPart ? ' shown so far' : '';
  return `${formatCount(companies.length)} ${companies.length === 1 ? 'company' : 'companies'}${shown}, ${formatEuroAmount(toTotal(companies))} ${grossWords}. Ended months without an invoice, as they would be issued now.`;
}
