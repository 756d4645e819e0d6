import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { JournalAccounts, JournalSettings } from '#features/receivables/contract/journal/journal.ts';
import {
  ledgerAccountNames,
  ledgerAccounts,
  type LedgerAccount,
} from '#features/receivables/contract/journal/ledger-accounts.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { getProblemFields } from '#web/api/form-errors.ts';
import { useUnsavedInput } from '#web/lib/unsaved-input.ts';
import { LoadError } from '#web/records/load-error.tsx';
import { ChartPanel } from '#web/ui/charts/chart-panel.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { SkeletonForm } from '#web/ui/forms/skeleton-form.tsx';
import { Row, Stack } from '#web/ui/layout/layout.tsx';
import { journalAccountsQuery, useUpdateAccounts } from './journal.queries.ts';

/** The accounts of the journal, with the cost centre that postings to each carry. */
export function AccountsPanel() {
  const { data, error, isFetching, refetch } = useQuery(journalAccountsQuery);
  return (
    <ChartPanel title="Accounts of the journal" note="The numbers of your own ledger. Cost centres are optional.">
      <LoadError error={data ? undefined : error} isRetrying={isFetching} onRetry={() => void refetch()} />
      {!data && !error && <SkeletonForm fieldCount={ledgerAccountNames.length} label="Loading the accounts" />}
      {data && <AccountsForm key={data.version} settings={data} />}
    </ChartPanel>
  );
}

const isSame = (one: JournalAccounts, other: JournalAccounts) =>
  ledgerAccountNames.every(
    (name) => one[name].number === other[name].number && one[name].costCentre === other[name].costCentre,
  );

function AccountsForm({ settings }: { settings: JournalSettings }) {
  const [accounts, setAccounts] = useState(settings.accounts);
  const update = useUpdateAccounts();
  const isChanged = !isSame(accounts, settings.accounts);
  useUnsavedInput(() => isChanged);
  const fields = update.isError ? getProblemFields(update.error) : [];
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await update.mutateAsync({ body: { accounts, version: settings.version } });
      showToast('The accounts have been saved.');
    } catch {
      // Shown in the form.
    }
  };
  const input = (name: LedgerAccount, part: keyof JournalAccounts[LedgerAccount], label: string) => (
    <TextInput
      label={label}
      aria-label={`${ledgerAccounts[name].label}: ${label}`}
      autoComplete="off"
      value={accounts[name][part]}
      error={fields.find(({ path }) => path === `accounts.${name}.${part}`)?.message}
      onChange={(event) => {
        setAccounts({ ...accounts, [name]: { ...accounts[name], [part]: event.currentTarget.value } });
        update.reset();
      }}
    />
  );
  return (
    <Stack as="form" gap={4} measure={42} onSubmit={(event: FormEvent) => void save(event)} noValidate>
      <FormAlert>{update.isError && fields.length === 0 && toErrorWords(update.error)}</FormAlert>
      {ledgerAccountNames.map((name) => (
        <Row key={name} gap={4} rowGap={3} align="start" wrap>
          {input(name, 'number', ledgerAccounts[name].label)}
          {input(name, 'costCentre', 'Cost centre')}
        </Row>
      ))}
      <Row>
        <Button type="submit" disabled={!isChanged} loading={update.isPending}>
          Save changes
        </Button>
      </Row>
    </Stack>
  );
}
