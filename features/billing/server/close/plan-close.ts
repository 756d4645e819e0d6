import { addDays, addMonths, getDay, getMonth } from '#contract/calendar/zones.ts';
import type { BilledCompany } from '../invoices/close-period.repository.ts';
import { pickDue, planInvoice, type PlannedInvoice, type Unbilled } from '../invoices/plan-invoice.ts';

/** A month that gets an invoice, with what that bills. */
export interface PlannedMonth {
  /** First day. */
  readonly month: string;
  readonly due: Unbilled;
  readonly planned: PlannedInvoice;
}

interface Close {
  readonly graceDays: number;
  /** First day of the only month to close, as soon as it has ended. */
  readonly only?: string | undefined;
}

/** The months whose usage a close looks at: from the first billed one, or the one that is named, to before the month `until`. */
export function getCloseSpan(company: BilledCompany, now: Date, { graceDays, only }: Close) {
  const today = getDay(now.getTime(), company.timeZone);
  const first = only !== undefined && only < company.firstMonth ? only : company.firstMonth;
  return { first, until: getMonth(addDays(today, only === undefined ? -graceDays : 0)) };
}

/**
 * Plans the invoices of a close, oldest first, as it issues them and as its preview shows them. What came late for a month that has an
 * invoice is billed by the first.
 */
export function planClose(company: BilledCompany, unbilled: Unbilled, until: string, only?: string): PlannedMonth[] {
  const closed = new Set(company.closedMonths);
  const withInvoice = new Set([...company.closedMonths, ...company.monthsToIssue]);
  const months: PlannedMonth[] = [];
  let left = unbilled;
  for (const month of listMonthsToClose(left, { closed, withInvoice, last: addMonths(until, -1) }, only)) {
    const due = pickDue(left, month, closed);
    const planned = planInvoice(month, due.usage, due.support, due.fees);
    // Nothing to pay: the corrections go into the next month with an amount to pay.
    if (planned.total <= 0) continue;
    months.push({ month, due, planned });
    closed.add(month);
    left = {
      usage: left.usage.filter((each) => !due.usage.includes(each)),
      support: left.support.filter((each) => !due.support.includes(each)),
      fees: left.fees.filter((each) => !due.fees.includes(each)),
    };
  }
  return months;
}

interface Invoiced {
  readonly closed: ReadonlySet<string>;
  /** Also months whose invoice is to be issued again. */
  readonly withInvoice: ReadonlySet<string>;
  /** The last ended month. */
  readonly last: string;
}

/**
 * Lists the months that get an invoice. Where the customer has stopped, its last ended month has nothing of its own and bills what
 * came late for closed ones.
 */
function listMonthsToClose(
  left: Unbilled,
  { closed, withInvoice, last }: Invoiced,
  only: string | undefined,
): string[] {
  const open = listOpenMonths(left, withInvoice, only);
  if (only !== undefined || withInvoice.has(last) || open.includes(last)) return open;
  const isLate = Object.values(pickDue(left, '', closed)).some(({ length }) => length > 0);
  return isLate ? [...open, last] : open;
}

function listOpenMonths({ usage, support, fees }: Unbilled, closed: ReadonlySet<string>, only: string | undefined) {
  const used = new Set(
    [...usage.filter(({ requests }) => requests !== 0), ...support, ...fees].map(({ month }) => month),
  );
  return [...used].filter((month) => !closed.has(month) && (only === undefined || month === only)).toSorted();
}
