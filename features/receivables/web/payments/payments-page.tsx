import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { entryStateWords, type EntryState } from '#features/receivables/contract/payments/entry-words.ts';
import type { BankEntry } from '#features/receivables/contract/payments/payment-entries.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { useSearchInUrl } from '#web/records/use-search-in-url.ts';
import { Block, Row, Text } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { RecordFilter, RecordToolbar } from '#web/ui/records/record-toolbar.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { describePayer, entryColumns, type EntryStep } from './entry-columns.tsx';
import { getEntriesQuery, parsePaymentsAddress, useSetAside, useUndoEntry } from './payments.queries.ts';

const searchDelayMs = 300;

const emptyWords: Readonly<Record<EntryState, string>> = {
  open: 'No payment waits for a decision.',
  matched: 'No payment is matched yet.',
  aside: 'No payment is set aside.',
  returned: 'No payment was returned.',
};

/** `/payments`: what came in on the bank account, for the provider's SuperAdmins. */
export function PaymentsPage() {
  const { filter, settled, setText, change } = useSearchInUrl({ parse: parsePaymentsAddress, delayMs: searchDelayMs });
  const list = useInfiniteQuery(getEntriesQuery(settled));
  const [asked, setAsked] = useState<{ entry: BankEntry; step: EntryStep }>();
  const entries = list.data?.pages.flatMap((page) => page.entries);
  const sums = list.data?.pages[0]?.sums;
  const state = settled.state ?? 'open';
  return (
    <>
      <PageHeader
        title="Payments"
        purpose="Payments from bank statements. Those that name an invoice are matched with it, and you decide about the others."
        actions={
          <Button component={Link} to={paths.bankStatements()} variant="default">
            Upload a bank statement
          </Button>
        }
      />
      <RecordToolbar
        search={filter.search}
        onSearch={setText}
        searchLabel="Search by payer, account, reference or text"
        filters={
          <RecordFilter
            label="State"
            options={Object.entries(entryStateWords).map(([value, label]) => ({
              value,
              label: sums ? `${label} (${formatCount(sums[value as EntryState])})` : label,
            }))}
            value={state}
            onChange={(value) => change({ state: value })}
          />
        }
      />
      {sums && sums.openRest > 0 && (
        <Text
          below={3}
          size="sm"
          tone="soft"
        >{`${formatEuroAmount(sums.openRest)} is assigned to no invoice yet.`}</Text>
      )}
      <Block aria-busy={list.isPlaceholderData || undefined} stale={list.isPlaceholderData}>
        <RecordTable
          caption="Payments, newest first"
          columns={entryColumns}
          rows={entries}
          getKey={({ id }) => id}
          context={{ onStep: (entry, step) => setAsked({ entry, step }) }}
          loadingLabel="Loading payments"
          empty={
            <EmptyState
              drawing={settled.search ? 'search' : 'clock'}
              text={settled.search ? 'No payments matching the current search.' : emptyWords[state]}
            />
          }
          isDense
        />
        {list.hasNextPage && (
          <Row pad={[6, 0]} justify="center">
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Load older
            </Button>
          </Row>
        )}
      </Block>
      {asked && <StepDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

interface StepProps {
  entry: BankEntry;
  onClose: () => void;
}

const stepDialogs: Readonly<Record<EntryStep, (props: StepProps) => ReactNode>> = {
  assign: AssignDialog,
  aside: SetAsideDialog,
  undo: UndoDialog,
};

function StepDialog({ step, ...props }: StepProps & { step: EntryStep }) {
  const Shown = stepDialogs[step];
  return <Shown {...props} />;
}

function SetAsideDialog({ entry, onClose }: StepProps) {
  const setAside = useSetAside();
  const { id, version, rest, kind, amount } = entry;
  return (
    <ActionDialog
      title="Set aside"
      run={() => setAside.mutateAsync({ params: { id }, body: { version } })}
      done="The payment has been set aside."
      label="Set aside"
      onClose={onClose}
    >
      <Text breaks="anywhere">
        {`${formatEuroAmount(kind === 'return' ? amount : rest)} of ${describePayer(entry)} stays without an invoice, e.g. as credit of the customer. You can undo this.`}
      </Text>
    </ActionDialog>
  );
}

function UndoDialog({ entry, onClose }: StepProps) {
  const undo = useUndoEntry();
  const { id, version, payments } = entry;
  const numbers = payments.map(({ number }) => number).join(', ');
  return (
    <ActionDialog
      title="Undo"
      run={() => undo.mutateAsync({ params: { id }, body: { version } })}
      done="The decision has been undone."
      label="Undo"
      isHarmful
      onClose={onClose}
    >
      <Text breaks="anywhere">
        {numbers === ''
          ? `The entry of ${describePayer(entry)} waits for a decision again.`
          : `The payment of ${describePayer(entry)} no longer counts for ${numbers}, and waits for a decision again.`}
      </Text>
    </ActionDialog>
  );
}
