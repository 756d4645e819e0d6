import { formatDay } from '#contract/calendar/formats.ts';
import { toDayNumber } from '#contract/calendar/zones.ts';
import { formatEuros } from '#features/money/contract/money.ts';
import { fillPlaceholders, type ReminderLevel } from '#features/receivables/contract/dunning/reminder-levels.ts';
import type { OwedInvoice } from './plan-reminders.ts';

interface Reminded {
  readonly invoice: Pick<OwedInvoice, 'number' | 'dueDay' | 'open'>;
  readonly level: Pick<ReminderLevel, 'subject' | 'body'>;
  readonly companyName: string;
  readonly issuer: string;
  readonly today: string;
}

/** The words of a level for an invoice. */
export function writeReminder({ invoice, level, companyName, issuer, today }: Reminded) {
  const count = Math.abs(toDayNumber(today) - toDayNumber(invoice.dueDay));
  const values = {
    invoice: invoice.number,
    amount: formatEuros(invoice.open),
    dueDay: formatDay(invoice.dueDay),
    days: count === 1 ? '1 day' : `${count} days`,
    company: companyName,
    issuer,
  };
  return {
    subject: fillPlaceholders(level.subject, values),
    body: fillPlaceholders(level.body, values),
    /** Words of the provider, whose addresses stay links. */
    own: `${level.subject} ${level.body}`,
  };
}
