import { formatDay, formatMonth } from '#contract/calendar/formats.ts';
import type { ClosingCompany, ClosingMonth } from '#features/billing/contract/close/closes.ts';
import { addEuros } from '#features/money/contract/euros.ts';
import { formatCounted } from '#web/lib/numbers.ts';

export const sumOf = (months: readonly ClosingMonth[], pick: (vat: ClosingMonth['vat']) => number): number =>
  addEuros(months.map(({ vat }) => pick(vat)));

/** Whether invoices can be issued now. */
export const isReady = ({ waitsFor, months }: ClosingCompany): boolean => waitsFor === null && months.length > 0;

const toMonth = (period: string) => formatMonth(`${period}-01`);

/** `October 2026`, `3 months`. */
export const describeMonths = (periods: readonly string[]): string =>
  periods.length > 1 ? formatCounted(periods.length, 'months') : periods.map(toMonth).join('');

const hindrances = {
  address: 'The profile of the company lacks street, city or country.',
  issuer: 'The issuer of invoices is still that of the example.',
} as const;

/** Sentences about what waits, and for what. */
export function describeWaiting({ waitsFor, isVatUndecided, monthsToIssue, months }: ClosingCompany): string[] {
  const days = months.flatMap(({ closesOn }) => closesOn ?? []);
  const isDue = waitsFor === null && days.length < months.length;
  return [
    ...(waitsFor === null ? [] : [hindrances[waitsFor]]),
    ...(waitsFor === null && days[0] !== undefined ? [`The portal issues it on ${formatDay(days[0])}.`] : []),
    ...(isDue ? ['The portal issues it within the hour.'] : []),
    ...(isVatUndecided ? ['VAT is not decided: yours is charged.'] : []),
    ...monthsToIssue.map((period) => `${toMonth(period)} was credited and waits in its billing.`),
  ];
}
