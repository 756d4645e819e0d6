import type { AccountStatement } from '#features/receivables/contract/statement/account-statement.ts';
import { toEuros, type TenThousandths } from '#features/money/contract/money.ts';
import type { StoredMovement } from './statement.repository.ts';

interface Days {
  readonly from: string;
  readonly to: string;
}

/** The statement of some days, of all movements up to the last one in their order. */
export function planStatement(all: readonly StoredMovement[], { from, to }: Days): AccountStatement {
  const opening = sum(all.filter(({ day }) => day < from));
  const shown = all.filter(({ day }) => day >= from);
  let balance = opening;
  const movements = shown.map(({ day, kind, id, number, amount }) => {
    balance += amount;
    return { day, kind, _id: id, invoiceId: number, amount: toEuros(amount), balance: toEuros(balance) };
  });
  const sumOf = (wanted: StoredMovement['kind']) => toEuros(sum(shown.filter(({ kind }) => kind === wanted)));
  return {
    from,
    to,
    opening: toEuros(opening),
    invoiced: sumOf('invoice'),
    credited: sumOf('creditNote'),
    paid: sumOf('payment'),
    closing: toEuros(balance),
    movements,
  };
}

const sum = (movements: readonly StoredMovement[]): TenThousandths =>
  movements.reduce((total, { amount }) => total + amount, 0);
