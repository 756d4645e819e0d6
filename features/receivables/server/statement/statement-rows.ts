import type { AccountStatement } from '#features/receivables/contract/statement/account-statement.ts';
import { movementWords } from '#features/receivables/contract/statement/movement-words.ts';
import { toListedRows, type RowSet } from '#server/lib/row-file.ts';

interface StatementRow {
  readonly day: string;
  readonly words: string;
  readonly invoiceId: string | null;
  readonly amount: number | null;
  readonly balance: number;
}

/** The statement as rows: the opening balance, each movement, the closing balance. */
export function toStatementRows({ from, to, opening, closing, movements }: AccountStatement): RowSet {
  const rows: StatementRow[] = [
    { day: from, words: 'Opening balance', invoiceId: null, amount: null, balance: opening },
    ...movements.map(({ kind, ...movement }) => ({ ...movement, words: movementWords[kind] })),
    { day: to, words: 'Closing balance', invoiceId: null, amount: null, balance: closing },
  ];
  return toListedRows<StatementRow>(
    [
      { key: 'day', label: 'Date', value: ({ day }) => day },
      { key: 'type', label: 'Type', value: ({ words }) => words },
      { key: 'invoiceId', label: 'Invoice ID', value: ({ invoiceId }) => invoiceId },
      { key: 'amount', label: 'Amount (EUR)', value: ({ amount }) => amount },
      { key: 'balance', label: 'Balance (EUR)', value: ({ balance }) => balance },
    ],
    rows,
  );
}
