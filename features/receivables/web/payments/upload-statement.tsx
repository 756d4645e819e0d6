import { useState } from 'react';
import { maxStatementBytes } from '#features/receivables/contract/payments/entry-words.ts';
import type { ReadOutcome } from '#features/receivables/contract/payments/payment-entries.ts';
import { toErrorWords } from '#web/api/error-words.ts';
import { formatBytes, formatCounted } from '#web/lib/numbers.ts';
import { FileButton } from '#web/ui/forms/file-button.tsx';
import { FormAlert } from '#web/ui/forms/form-alert.tsx';
import { Stack, Text } from '#web/ui/layout/layout.tsx';
import { useReadStatement } from './payments.queries.ts';

/** Reads a file of the bank at once, and says what became of it; every match can be undone. */
export function UploadStatement() {
  const readStatement = useReadStatement();
  const [problem, setProblem] = useState<string>();
  const [outcome, setOutcome] = useState<ReadOutcome>();

  async function read(file: File) {
    setProblem(undefined);
    setOutcome(undefined);
    if (file.size > maxStatementBytes) {
      return setProblem(`This file is too large. A statement can have at most ${formatBytes(maxStatementBytes)}.`);
    }
    try {
      setOutcome(await readStatement.mutateAsync({ query: { fileName: file.name.slice(0, 200) }, body: file }));
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
        isLoading={readStatement.isPending}
        onFile={(file) => void read(file)}
      >
        Upload statement
      </FileButton>
      <Text size="sm" tone="soft" role="status" breaks="anywhere">
        {outcome ? describeOutcome(outcome) : `CAMT.053 (.02, .08 or .13), up to ${formatBytes(maxStatementBytes)}.`}
      </Text>
    </Stack>
  );
}

function describeOutcome({ isKnown, statements, otherAccounts, matched, open }: ReadOutcome): string {
  if (isKnown) return 'This file was already read. Nothing changed.';
  const sum = (name: 'known' | 'foreign' | 'pending') => statements.reduce((all, each) => all + each[name], 0);
  const parts = [
    `${formatCounted(matched, 'payments')} matched, ${open} to decide.`,
    sum('known') > 0 && `${sum('known')} were already read from another file.`,
    sum('pending') > 0 && `${sum('pending')} are not booked yet and left out.`,
    sum('foreign') > 0 && `${sum('foreign')} are in other currencies and left out.`,
    otherAccounts > 0 && `${formatCounted(otherAccounts, 'statements')} of other accounts left out.`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}
