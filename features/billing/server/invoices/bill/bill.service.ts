import type { Uses } from '#server/portal/portal.ts';
import type { Bill } from '#features/billing/contract/bill.ts';
import { addEuros } from '#features/money/contract/euros.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Usage } from '#features/money/contract/usage.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { addDays, addMonths, getDay, getMonth, getStartOfDay } from '#contract/calendar/zones.ts';
import { resolvePeriod, type Period } from '#domain/ledger/periods.ts';
import { getBilledCompany, listUnbilledUsage, type BilledCompany } from '../close-period.repository.ts';
import { findNextNumber } from '../invoice-numbers.repository.ts';
import { getInvoiceStatus } from '../invoice-status.ts';
import { findInvoiceOfMonth, listLines, type StoredInvoice, type StoredLine } from '../invoices.repository.ts';
import { getVatOf } from '../papers/freeze-papers.service.ts';
import type { Provider } from '../provider.ts';
import {
  getVatOfLines,
  pickDue,
  planInvoice,
  taxLines,
  type PlannedInvoice,
  type PlannedLine,
  type Unbilled,
  type UnbilledFee,
} from '../plan-invoice.ts';
import { toInvoiceVat } from '../vat.ts';
import { getVatTerms } from '../../vat/vat-terms.service.ts';
import { listUnbilledFees } from '../fee-billing.repository.ts';
import { listUnbilledSupport } from '../support-billing.repository.ts';

/** The usage of a month, as the feature `money` answers it. @throws Problem where the month is still to come */
export type FindUsage = (
  portal: Uses<'database' | 'clock'>,
  actor: Actor,
  period: string | undefined,
) => Promise<Usage>;

/**
 * The bill of a month, planned as its close plans the invoice.
 * @param findUsage finds the usage of the same month; asked for the present one alone
 */
export async function getBill(
  portal: Uses<'database' | 'clock' | 'provider'>,
  actor: Actor,
  asked: string | undefined,
  findUsage: () => Promise<Usage>,
): Promise<Bill> {
  const { database, clock, provider } = portal;
  const now = clock.now();
  const period = resolvePeriod(asked, actor.timeZone, now);
  const today = getDay(now.getTime(), actor.timeZone);
  const read = await database.inCompany(actor.companyId, async (tx) => {
    const company = await getBilledCompany(tx);
    const invoice = await findInvoiceOfMonth(tx, { month: period.first });
    const issueDate = getIssueDate(period, now, { company, invoice, provider });
    return {
      company,
      invoice,
      issueDate,
      getTerms: await getVatTerms(tx, provider),
      unbilled: await listUnbilled(tx, period, company),
      nextNumber: await findNextNumber(tx, provider, Number(issueDate.slice(0, 4))),
      billed: invoice ? await readBilled(tx, provider, invoice) : null,
    };
  });
  const { company, invoice, issueDate, getTerms, unbilled, nextNumber, billed } = read;
  const planned = planInvoice(period.first, unbilled.usage, unbilled.support, unbilled.fees);
  const taxed = taxLines(planned.lines, getTerms, issueDate);
  const isToIssue = company.monthsToIssue.includes(period.first);
  return {
    period: period.first.slice(0, 7),
    isBilled: !company.isProvider && (period.first >= company.firstMonth || invoice !== undefined),
    open: {
      ...sumLines(planned.lines.map(toBilledLine), period.first),
      feesFrom: findFirstDay(unbilled.fees, period.first, today),
      total: toEuros(planned.total),
      vat: toInvoiceVat(getVatOfLines(taxed)),
    },
    expected: period.isPresent ? expectTotal(planned, await findUsage()) : null,
    next: isToIssue || !company.hasAddress ? null : { issueDate, invoiceId: nextNumber ?? null },
    invoice: invoice && billed ? { ...billed, status: getInvoiceStatus(invoice, today) } : null,
  };
}

/**
 * The issuer's day on which what is open of a month is billed, after the days of grace of the month that it is billed with: itself
 * where it has no invoice, else the last ended month, and the present one where that has an invoice.
 */
function getIssueDate(
  { first, isPresent }: Period,
  now: Date,
  facts: { readonly company: BilledCompany; readonly invoice: StoredInvoice | undefined; readonly provider: Provider },
): string {
  const { company, invoice, provider } = facts;
  const month = getMonth(getDay(now.getTime(), company.timeZone));
  const isLastInvoiced = [...company.closedMonths, ...company.monthsToIssue].includes(addMonths(month, -1));
  const isLater = isPresent || (invoice !== undefined && isLastInvoiced);
  const pastEnd = invoice === undefined ? addMonths(first, 1) : month;
  const closesOn = addDays(isLater ? addMonths(month, 1) : pastEnd, provider.graceDays);
  return getDay(Math.max(now.getTime(), getStartOfDay(closesOn, company.timeZone)), provider.timeZone);
}

async function listUnbilled(tx: CompanyTransaction, period: Period, company: BilledCompany): Promise<Unbilled> {
  const until = addMonths(period.first, 1);
  const span = { first: period.isPresent ? company.firstMonth : period.first, until };
  const unbilled = {
    usage: await listUnbilledUsage(tx, span),
    support: await listUnbilledSupport(tx, span),
    fees: period.first < company.firstMonth ? [] : await listUnbilledFees(tx, { ...span, zone: company.timeZone }),
  };
  return pickDue(unbilled, period.first, new Set(period.isPresent ? company.closedMonths : []));
}

/** The first day of the base fees of a month, where all of them begin after today. */
function findFirstDay(fees: readonly UnbilledFee[], month: string, today: string): string | null {
  const [first] = fees
    .filter((fee) => fee.month === month)
    .map(({ since }) => since)
    .toSorted();
  return first !== undefined && first > today ? first : null;
}

type BilledLine = Pick<StoredLine, 'month' | 'skillId' | 'requests' | 'totalTenThousandths'>;

/** Sums of lines by what they bill, in euros. Lines of before name no month: they are of the month of their invoice. */
function sumLines(
  lines: readonly BilledLine[],
  month: string,
): Pick<Bill['open'], 'skills' | 'fees' | 'support' | 'late'> {
  const sum = (isCounted: (line: BilledLine) => boolean): number =>
    toEuros(lines.filter(isCounted).reduce((all, line) => all + line.totalTenThousandths, 0));
  const isOwn = (line: BilledLine) => line.month === null || line.month === month;
  return {
    skills: sum((line) => isOwn(line) && line.requests !== null),
    fees: sum((line) => isOwn(line) && line.requests === null && line.skillId !== null),
    support: sum((line) => isOwn(line) && line.requests === null && line.skillId === null),
    late: sum((line) => !isOwn(line)),
  };
}

const toBilledLine = ({ month, skillId, requests, total }: PlannedLine): BilledLine => ({
  month,
  skillId,
  requests,
  totalTenThousandths: total,
});

/** The total at the end of the month: what is open now, and by how much the usage is expected to grow. */
const expectTotal = ({ total }: PlannedInvoice, { forecast, total: used }: Usage): number | null =>
  forecast ? Math.max(0, addEuros([toEuros(total), forecast.total, -used])) : null;

/** The invoice of a month with the sums of its lines and its VAT, as issued. */
const readBilled = async (tx: CompanyTransaction, provider: Provider, invoice: StoredInvoice) => ({
  _id: invoice.id,
  invoiceId: invoice.invoiceId,
  total: toEuros(invoice.totalTenThousandths),
  ...sumLines(await listLines(tx, { id: invoice.id }), invoice.period ?? ''),
  vat: toInvoiceVat(await getVatOf(tx, provider, invoice)),
});
