import { useState } from 'react';
import { formatEuroAmount } from '#features/money/contract/euros.ts';
import { previewWords } from '#features/receivables/contract/payments/entry-words.ts';
import type { ReadOutcome, StatementPreview } from '#features/receivables/contract/payments/payment-entries.ts';
import { ApiProblem } from '#web/api/api-problem.ts';
import { formatCount, formatCounted } from '#web/lib/numbers.ts';
import { ActionDialog } from '#web/records/action-dialog.tsx';
import { Text } from '#web/ui/layout/layout.tsx';
import { defineColumns } from '#web/ui/records/columns.ts';
import { RecordTable } from '#web/ui/records/record-table.tsx';
import { entryColumns } from './entry-columns.tsx';
import { describeLeftOut } from './outcome-words.ts';
import { usePreviewStatement, useReadStatement } from './payments.queries.ts';

/** A file that the server has read and not recorded. */
export interface PreviewedFile {
  readonly file: File;
  readonly preview: StatementPreview;
}

interface PreviewDialogProps {
  previewed: PreviewedFile;
  onRecorded: (outcome: ReadOutcome) => void;
  onClose: () => void;
}

/** Shows what a bank statement would do, with the button that records it. */
export function PreviewDialog({ previewed, onRecorded, onClose }: PreviewDialogProps) {
  const { file } = previewed;
  const [preview, setPreview] = useState(previewed.preview);
  const readStatement = useReadStatement();
  const previewStatement = usePreviewStatement();
  const query = { fileName: file.name.slice(0, 200) };

  async function record() {
    try {
      onRecorded(await readStatement.mutateAsync({ query: { ...query, token: preview.token }, body: file }));
    } catch (error) {
      // The error stands above what the file would do now.
      if (error instanceof ApiProblem && error.code === 'payments.preview-stale')
        setPreview(await previewStatement.mutateAsync({ query, body: file }));
      throw error;
    }
  }

  const { groups, entries } = preview;
  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return (
    <ActionDialog
      title={<span translate="no">{`Preview of ${file.name.slice(0, 80)}`}</span>}
      widthPx={800}
      run={record}
      label="Record"
      onClose={onClose}
    >
      <Text tone="soft" below={4}>
        Nothing has changed yet. You can undo each payment later.
      </Text>
      <RecordTable
        caption="What the bank statement would do"
        columns={groupColumns}
        rows={groups}
        getKey={({ kind }) => kind}
        loadingLabel="Loading the preview"
        empty={<Text>The bank statement has no new payments.</Text>}
      />
      <Text tone="soft" size="sm" above={3} below={5} breaks="anywhere">
        {describeLeftOut(preview)}
      </Text>
      {entries.length > 0 && (
        <details>
          <summary>
            {count > entries.length
              ? `The first ${formatCount(entries.length)} of ${formatCounted(count, 'payments')}`
              : formatCounted(count, 'payments')}
          </summary>
          <RecordTable
            caption="Payments of the bank statement"
            columns={shownColumns}
            rows={entries}
            getKey={({ id }) => id}
            context={{ onStep: () => undefined }}
            loadingLabel="Loading the payments"
            empty={null}
            isDense
          />
        </details>
      )}
    </ActionDialog>
  );
}

const shownColumns = entryColumns.filter(({ key }) => key !== 'steps');

type Group = StatementPreview['groups'][number];

const groupColumns = defineColumns<Group>([
  {
    key: 'kind',
    label: 'Outcome',
    isName: true,
    overflow: 'anywhere',
    text: ({ kind }) => previewWords[kind],
  },
  {
    key: 'count',
    label: 'Payments',
    width: '6.5rem',
    phone: '25%',
    align: 'end',
    text: ({ count }) => formatCount(count),
  },
  {
    key: 'amount',
    label: 'Amount',
    width: '9rem',
    phone: '31%',
    align: 'end',
    text: ({ amount }) => formatEuroAmount(amount),
  },
]);
