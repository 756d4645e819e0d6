import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, formatShortDay } from '#contract/calendar/formats.ts';
import type { ReadStatement } from '#features/receivables/contract/payments/payment-entries.ts';
import { useCurrentUser } from '#web/api/current-user.ts';
import { formatCount } from '#web/lib/numbers.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { EmptyState } from '#web/ui/records/empty-state.tsx';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { statementsQuery, useUndoStatement } from './payments.queries.ts';
import { UploadStatement } from './upload-statement.tsx';

/** `/payments/statements`: the bank statements that were read, for the provider's SuperAdmins. */
export function StatementsPage() {
  const { timeZone } = useCurrentUser();
  const { data } = useQuery(statementsQuery);
  const [undone, setUndone] = useState<ReadStatement>();
  return (
    <>
      <PageHeader
        title="Bank statements"
        purpose="You see what a bank statement would do before it is recorded, and can undo one of the latest 200."
      />
      <UploadStatement />
      <RecordTable
        caption="Bank statements"
        columns={statementColumns}
        rows={data}
        getKey={({ id }) => id}
        context={{ timeZone, onUndo: setUndone }}
        loadingLabel="Loading bank statements"
        skeletonRowCount={3}
        empty={
          <EmptyState drawing="clock" text="No bank statement has been read yet.">
            Your bank exports account statements as CAMT.053.
          </EmptyState>
        }
      />
      {undone && <UndoStatementDialog statement={undone} onClose={() => setUndone(undefined)} />}
    </>
  );
}

interface CellContext {
  timeZone: string;
  onUndo: (statement: ReadStatement) => void;
}

const statementColumns = defineColumns<ReadStatement, CellContext>([
  {
    key: 'file',
    label: 'File',
    isName: true,
    overflow: 'anywhere',
    cell: (statement) => (
      <>
        <Text as="span" block weight="medium">
          {nameStatement(statement)}
        </Text>
        <Text as="span" block size="sm" tone="faint">
          {statement.statementId}
        </Text>
      </>
    ),
  },
  {
    key: 'days',
    label: 'Days',
    width: '22%',
    phone: 'off',
    text: ({ from, to }) => (from === null || to === null ? '–' : `${formatShortDay(from)} – ${formatShortDay(to)}`),
  },
  {
    key: 'entries',
    label: 'Payments',
    width: '14%',
    align: 'end',
    cell: ({ entries, known }) => (
      <>
        <span>{formatCount(entries)}</span>
        {known > 0 && (
          <Text as="span" block size="sm" tone="faint">
            {`${formatCount(known)} known before`}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'read',
    label: 'Read',
    width: '22%',
    phone: 'off',
    isSpaced: true,
    overflow: 'anywhere',
    cell: ({ readAt, readBy }, { timeZone }) => (
      <>
        <time dateTime={readAt}>{formatDateTime(readAt, timeZone)}</time>
        <Text as="span" block size="sm" tone="faint" translate="no">
          {readBy}
        </Text>
      </>
    ),
  },
  {
    key: 'steps',
    label: 'Steps',
    isLabelHidden: true,
    width: '6rem',
    align: 'end',
    cell: (statement, { onUndo }) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Undo ${nameStatement(statement)}`}
        onClick={() => onUndo(statement)}
      >
        Undo
      </Button>
    ),
  },
]);

const nameStatement = ({ fileName, statementId }: ReadStatement): string => fileName || statementId || 'Statement';

function UndoStatementDialog({ statement, onClose }: { statement: ReadStatement; onClose: () => void }) {
  const undo = useUndoStatement();
  return (
    <ActionDialog
      title="Undo bank statement"
      run={() => undo.mutateAsync({ params: { id: statement.id } })}
      done="The bank statement has been undone."
      label="Undo statement"
      isHarmful
      onClose={onClose}
    >
      <Text breaks="anywhere">
        {`The ${formatCount(statement.entries)} payments of ${nameStatement(statement)} no longer count, and its invoices are open again. You can read the file again.`}
      </Text>
    </ActionDialog>
  );
}
