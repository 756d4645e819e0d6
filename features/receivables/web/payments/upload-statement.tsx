import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { maxStatementBytes } from '#features/receivables/contract/payments/entry-words.ts';
import type { ReadOutcome } from '#features/receivables/contract/payments/payment-entries.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatBytes } from '#web/lib/numbers.ts';
import { paths } from '#web/paths.ts';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import { describeOutcome } from './outcome-words.ts';
import { usePreviewStatement } from './payments.queries.ts';
import { PreviewDialog, type PreviewedFile } from './preview-dialog.tsx';

/** Shows what a file of the bank would do, records it where the person wants that, and says what became of it. */
export function UploadStatement() {
  const previewStatement = usePreviewStatement();
  const [problem, setProblem] = useState<string>();
  const [previewed, setPreviewed] = useState<PreviewedFile>();
  const [outcome, setOutcome] = useState<ReadOutcome>();

  async function look(file: File) {
    setProblem(undefined);
    setOutcome(undefined);
    if (file.size > maxStatementBytes) {
      return setProblem(`This file is too large. A statement can have at most ${formatBytes(maxStatementBytes)}.`);
    }
    try {
      const preview = await previewStatement.mutateAsync({
        query: { fileName: file.name.slice(0, 200) },
        body: file,
      });
      if (preview.isKnown) setOutcome(preview);
      else setPreviewed({ file, preview });
    } catch (error) {
      setProblem(toErrorWords(error));
    }
    return undefined;
  }

  return (
    <Stack as="section" gap={3} align="start" below={6} aria-label="New bank statement">
      <FormAlert>{problem}</FormAlert>
      <FileButton
        label="Bank statement"
        accept=".xml,application/xml,text/xml"
        variant="filled"
        isLoading={previewStatement.isPending}
        onFile={(file) => void look(file)}
      >
        Upload statement
      </FileButton>
      <Text size="sm" tone="soft" role="status" breaks="anywhere">
        <span>
          {outcome ? `${describeOutcome(outcome)} ` : `CAMT.053 (.02 to .14), up to ${formatBytes(maxStatementBytes)}.`}
        </span>
        {outcome && outcome.open > 0 && <Link to={paths.payments()}>Decide about them</Link>}
      </Text>
      {previewed && (
        <PreviewDialog previewed={previewed} onRecorded={setOutcome} onClose={() => setPreviewed(undefined)} />
      )}
    </Stack>
  );
}
