import { toDayNumber } from '#contract/calendar/zones.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { ReminderLevel } from '#features/receivables/contract/dunning/reminder-levels.ts';

/** An invoice of which something is owed. */
export interface OwedInvoice {
  readonly companyId: string;
  readonly id: string;
  readonly number: string;
  readonly dueDay: string;
  readonly open: TenThousandths;
}

/** A stop of all reminders of a company, or of those of one invoice. */
export interface Stop {
  readonly id: string;
  readonly companyId: string;
  readonly invoiceId: string | null;
  readonly reason: string;
  readonly until: string | null;
}

interface Sent {
  readonly companyId: string;
  readonly invoiceId: string;
  readonly levelId: string;
  readonly days: number;
}

export interface PlannedReminder<Invoice extends OwedInvoice = OwedInvoice> {
  readonly invoice: Invoice;
  readonly level: ReminderLevel;
  /** Keeps it back; that of the invoice before that of the company. */
  readonly stop: Stop | undefined;
}

interface Facts<Invoice extends OwedInvoice> {
  readonly levels: readonly ReminderLevel[];
  /** In the calendar of the issuer. */
  readonly today: string;
  readonly invoices: readonly Invoice[];
  readonly stops: readonly Stop[];
  readonly sent: readonly Sent[];
}

const toKey = (companyId: string, invoiceId: string | null) => `${companyId} ${invoiceId ?? ''}`;

export const isStopping = ({ until }: Pick<Stop, 'until'>, today: string): boolean => until === null || until >= today;

/**
 * The reminders of a day: of each invoice the latest level whose day has come, unless it or a later one was sent. Earlier levels that
 * were missed are not sent, so that an invoice that is long overdue gets one mail when reminders are turned on.
 */
export function planReminders<Invoice extends OwedInvoice>(facts: Facts<Invoice>): PlannedReminder<Invoice>[] {
  const { today, invoices } = facts;
  const levels = facts.levels.toSorted((one, other) => other.days - one.days);
  const stops = new Map(
    facts.stops.filter((stop) => isStopping(stop, today)).map((stop) => [toKey(stop.companyId, stop.invoiceId), stop]),
  );
  const sent = Map.groupBy(facts.sent, ({ companyId, invoiceId }) => toKey(companyId, invoiceId));
  return invoices.flatMap((invoice) => {
    const { companyId, id, dueDay, open } = invoice;
    const days = toDayNumber(today) - toDayNumber(dueDay);
    const level = levels.find((each) => each.days <= days);
    if (!level || open <= 0) return [];
    const before = sent.get(toKey(companyId, id)) ?? [];
    if (before.some((each) => each.levelId === level.id || each.days >= level.days)) return [];
    return [{ invoice, level, stop: stops.get(toKey(companyId, id)) ?? stops.get(toKey(companyId, null)) }];
  });
}
