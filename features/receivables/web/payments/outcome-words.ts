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
    sum('known') > 0 && `${formatCounted(sum('known'), 'payments')} already read from another file.`,
    earlier > 0 && `${formatCounted(earlier, 'payments')} of earlier files changed too.`,
    sum('pending') > 0 && `${formatCounted(sum('pending'), 'payments')} left out that are not booked yet.`,
    sum('foreign') > 0 && `${formatCounted(sum('foreign'), 'payments')} left out in other currencies.`,
    sum('outgoing') > 0 && `${formatCounted(sum('outgoing'), 'payments')} left out that went to others.`,
    otherAccounts > 0 && `${formatCounted(otherAccounts, 'statements')} left out of other accounts.`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}
