import type { ReadOutcome } from '#features/receivables/contract/payments/payment-entries.ts';
import { formatCounted } from '#web/lib/numbers.ts';

/** Says what became of a file that was recorded. */
export const describeOutcome = (outcome: ReadOutcome): string =>
  outcome.isKnown
    ? 'This file was already read. Nothing changed.'
    : [`${formatCounted(outcome.matched, 'payments')} matched, ${outcome.open} to decide.`, describeLeftOut(outcome)]
        .filter((part) => part !== '')
        .join(' ');

/** Says what a file has beside new payments, and what else is decided with it. */
export function describeLeftOut({
  statements,
  otherAccounts,
  earlier = 0,
}: ReadOutcome & { earlier?: number }): string {
  const sum = (name: 'known' | 'foreign' | 'pending' | 'outgoing') =>
    statements.reduce((all, each) => all + each[name], 0);
  const parts = [
    sum('known') > 0 && `${sum('known')} were already read from another file.`,
    earlier > 0 && `${formatCounted(earlier, 'payments')} of earlier files would be matched too.`,
    sum('pending') > 0 && `${sum('pending')} are not booked yet and left out.`,
    sum('foreign') > 0 && `${sum('foreign')} are in other currencies and left out.`,
    sum('outgoing') > 0 && `${sum('outgoing')} that you paid are left out.`,
    otherAccounts > 0 && `${formatCounted(otherAccounts, 'statements')} of other accounts left out.`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}
