import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDay } from '#contract/calendar/formats.ts';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import type { BankEntry, EntryCandidate } from '#features/receivables/contract/payments/payment-entries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { ActionForm } from '#web/records/action-dialog.tsx';
import { LoadError } from '#web/records/load-error.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SkeletonLines } from '#web/ui/feedback/skeleton-line.tsx';
import { Block, Text } from '#web/ui/layout/layout.tsx';
import { describePayer } from './entry-columns.tsx';
import { getCandidatesQuery, useAssignEntry } from './payments.queries.ts';

interface AssignDialogProps {
  entry: BankEntry;
  onClose: () => void;
}

const pauseMs = 300;

/** Assigns what is left of a payment to an invoice, or a return to the payment that it takes back. */
export function AssignDialog({ entry, onClose }: AssignDialogProps) {
  const { kind, rest, amount, text, day } = entry;
  const isReturn = kind === 'return';
  return (
    <Dialog opened onClose={onClose} title={isReturn ? 'Assign a return' : 'Assign a payment'} widthPx={640}>
      <Block below={5} breaks="anywhere">
        <p>
          <strong translate="no">{describePayer(entry)}</strong>
          <span>{`, ${formatShortDay(day)}: ${formatEuroAmount(isReturn ? amount : rest)}`}</span>
        </p>
        <Text tone="soft" size="sm" lines={3}>
          {text}
        </Text>
      </Block>
      <Candidates entry={entry} words={isReturn ? returnWords : paymentWords} onClose={onClose} />
    </Dialog>
  );
}

const paymentWords = {
  label: 'Invoice',
  search: 'Search invoices by number, reference, company or amount',
  none: 'No open invoice was found.',
  done: 'The payment has been assigned.',
};
const returnWords: typeof paymentWords = {
  label: 'Payment',
  search: 'Search payments',
  none: 'No payment of at least this amount was found.',
  done: 'The return has been assigned.',
};

function Candidates({ entry, words, onClose }: AssignDialogProps & { words: typeof paymentWords }) {
  const [search, setSearch] = useState('');
  const rested = useDebounced(search.trim(), pauseMs);
  const { data, error, refetch, isFetching } = useQuery(getCandidatesQuery(entry.id, rested));
  return (
    <>
      <TextInput
        data-autofocus
        label={words.search}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        maxLength={100}
        mb="md"
      />
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {!data && !error && <SkeletonLines label="Loading" widths={['100%', '60%']} />}
      {data?.length === 0 && (
        <Text tone="soft" role="status">
          {words.none}
        </Text>
      )}
      {data && data.length > 0 && (
        <CandidateForm
          // Another list begins with its first row.
          key={data.map(({ id }) => id).join()}
          entry={entry}
          words={words}
          candidates={data}
          onClose={onClose}
        />
      )}
    </>
  );
}

interface CandidateFormProps extends AssignDialogProps {
  words: typeof paymentWords;
  candidates: readonly EntryCandidate[];
}

function CandidateForm({ entry: { id, version }, words, candidates, onClose }: CandidateFormProps) {
  const assign = useAssignEntry();
  return (
    <ActionForm
      values={{ candidateId: candidates[0]?.id ?? '' }}
      run={({ candidateId }) => assign.mutateAsync({ params: { id }, body: { version, candidateId } })}
      done={words.done}
      label="Assign"
      renderFields={(form) => (
        <NativeSelect
          label={words.label}
          data={candidates.map((candidate) => ({ value: candidate.id, label: describeCandidate(candidate) }))}
          {...form.getInputProps('candidateId')}
        />
      )}
      onClose={onClose}
    />
  );
}

const describeCandidate = ({ label, companyName, amount, day }: EntryCandidate): string =>
  [
    label,
    companyName,
    formatEuroAmount(amount),
    companyName === null ? formatShortDay(day) : `due ${formatShortDay(day)}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
