import type { Uses } from '#server/portal/portal.ts';
import { addDays, addMonths, getDay } from '#contract/calendar/zones.ts';
import type { ClosingCompanies, ClosingCompany, ClosingMonth } from '#features/billing/contract/close/closes.ts';
import { fromEuros, toEuros } from '#features/money/contract/money.ts';
import { confirmOperator } from '#server/access/confirm-actor.ts';
import { toAuditStamp, type CallContext } from '#server/lib/request/call-context.ts';
import { Problem } from '#server/lib/request/problem.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import {
  getBilledCompany,
  listUnbilledUsage,
  lockBilledCompany,
  type BilledCompany,
} from '../invoices/close-period.repository.ts';
import { closeMonths, type ClosedPeriod } from '../invoices/close-period.service.ts';
import { getIssueDates } from '../invoices/issue-invoice.service.ts';
import { withIssuedFiles } from '../invoices/papers/issue-paper.service.ts';
import { getVatOfLines, taxLines } from '../invoices/plan-invoice.ts';
import type { Provider } from '../invoices/provider.ts';
import { listUnbilledFees } from '../invoices/fee-billing.repository.ts';
import { listUnbilledSupport } from '../invoices/support-billing.repository.ts';
import { toInvoiceVat, type Vat } from '../invoices/vat.ts';
import { findUndecidedVat } from '../vat/attention.repository.ts';
import { getVatTerms } from '../vat/vat-terms.service.ts';
import type { GetVatTerms } from '../vat/vat-terms.ts';
import { findCompany, listCustomers } from './closes.repository.ts';
import { getCloseSpan, planClose, type PlannedMonth } from './plan-close.ts';

/** Companies of one answer, and how many are looked at for it at most. */
const pageSize = 20;
const scannedSize = 100;

type Previewing = Uses<'database' | 'clock' | 'provider'>;

/** Lists what the closes of companies would issue now, each planned as its close plans it. @param after the id of a company */
export async function listCloses(portal: Previewing, after: string | undefined): Promise<ClosingCompanies> {
  const customers = await portal.database.inSystem('periods.close', (tx) =>
    listCustomers(tx, { after: after ?? null, limit: scannedSize + 1 }),
  );
  const companies: ClosingCompany[] = [];
  let last: string | undefined;
  for (const customer of customers.slice(0, scannedSize)) {
    if (companies.length === pageSize) break;
    last = customer.id;
    const company = await preview(portal, customer);
    if (company.months.length > 0 || company.monthsToIssue.length > 0) companies.push(company);
  }
  return { companies, next: last === undefined || last === customers.at(-1)?.id ? null : last };
}

function preview({ database, clock, provider }: Previewing, customer: { id: string; name: string }) {
  const now = clock.now();
  return database.inCompany(customer.id, async (tx): Promise<ClosingCompany> => {
    const company = await getBilledCompany(tx);
    const span = getCloseSpan(company, now, { graceDays: 0 });
    const unbilled = {
      usage: await listUnbilledUsage(tx, span),
      support: await listUnbilledSupport(tx, span),
      fees: await listUnbilledFees(tx, { ...span, zone: company.timeZone }),
    };
    const months = planClose(company, unbilled, span.until);
    const getTerms = await getVatTerms(tx, provider);
    const today = getDay(now.getTime(), company.timeZone);
    const { timeZone } = company;
    return {
      ...customer,
      waitsFor: getHindrance(company, provider),
      isVatUndecided: (await findUndecidedVat(provider.vatNumber)(tx, { now, today, timeZone })) !== null,
      monthsToIssue: company.monthsToIssue.map((month) => month.slice(0, 7)),
      months: months.map((each) => toClosingMonth(each, { provider, getTerms, now, today })),
    };
  });
}

function getHindrance({ hasAddress }: BilledCompany, { isExample }: Provider): ClosingCompany['waitsFor'] {
  if (isExample) return 'issuer';
  return hasAddress ? null : 'address';
}

interface Planning {
  readonly provider: Provider;
  readonly getTerms: GetVatTerms;
  readonly now: Date;
  /** The day of the company. */
  readonly today: string;
}

function toClosingMonth({ month, planned }: PlannedMonth, { provider, getTerms, now, today }: Planning): ClosingMonth {
  const closesOn = addDays(addMonths(month, 1), provider.graceDays);
  return {
    period: month.slice(0, 7),
    closesOn: closesOn > today ? closesOn : null,
    lines: planned.lines
      .filter(({ total }) => total !== 0)
      .map(({ description, requests, price, total }) => ({
        description,
        requests,
        price: price === null ? null : toEuros(price),
        total: toEuros(total),
      })),
    vat: toInvoiceVat(getVatOfPlan(planned.lines, getTerms, getIssueDates(now, provider).issueDate)),
  };
}

const getVatOfPlan = (lines: PlannedMonth['planned']['lines'], getTerms: GetVatTerms, issueDate: string): Vat =>
  getVatOfLines(taxLines(lines, getTerms, issueDate));

/**
 * Issues the invoices of all ended months of a company at once.
 * @param total the sum that the caller has seen, in euros
 * @throws Problem `record.not-found`, `companies.provider-invoice`, `invoices.no-address`, `invoices.nothing-to-bill`, `invoices.changed`,
 * `invoices.example-issuer`
 */
export async function issueClose(
  portal: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  context: CallContext,
  { id, total }: { readonly id: string; readonly total: number | undefined },
): Promise<ClosedPeriod[]> {
  await allowOperator(portal, context, id);
  const stamp = toAuditStamp(context, portal.clock.now());
  const company = context.actor.actsFrom ?? context.actor.companyName;
  return withIssuedFiles(portal, id, async (tx, fileKeys) => {
    const billed = await lockBilledCompany(tx);
    if (!billed.hasAddress) throw new Problem('invoices.no-address');
    return closeMonths(portal, tx, {
      company: billed,
      companyId: id,
      graceDays: 0,
      stamp: { ...stamp, actor: { ...stamp.actor, company } },
      allow: (months) => allowIssue(portal, tx, { months, total, now: stamp.now }),
      fileKeys,
    });
  });
}

async function allowOperator({ database }: Uses<'database'>, { actor }: CallContext, id: string): Promise<void> {
  const company = await database.inSystem('periods.close', async (tx) => {
    await confirmOperator(tx, actor, 'companies.manage');
    return findCompany(tx, { id });
  });
  if (!company) throw new Problem('record.not-found');
  if (company.isProvider) throw new Problem('companies.provider-invoice');
}

async function allowIssue(
  { provider }: Uses<'provider'>,
  tx: CompanyTransaction,
  { months, total, now }: { months: readonly PlannedMonth[]; total: number | undefined; now: Date },
): Promise<void> {
  if (months.length === 0) throw new Problem('invoices.nothing-to-bill');
  if (total === undefined) return;
  const getTerms = await getVatTerms(tx, provider);
  const { issueDate } = getIssueDates(now, provider);
  const due = months.reduce((sum, { planned }) => sum + getVatOfPlan(planned.lines, getTerms, issueDate).total, 0);
  if (due !== fromEuros(total)) throw new Problem('invoices.changed');
}
