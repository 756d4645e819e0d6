import type { Uses } from '#server/portal/portal.ts';
import { recordAudit, type AuditRecord } from '#server/records/audit.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { addDays, getDay } from '#contract/calendar/zones.ts';
import { createBilling, type BilledCompany } from './close-period.repository.ts';
import { createInvoicedFees } from './fee-billing.repository.ts';
import { createInvoice, type StoredInvoice } from './invoices.repository.ts';
import { toAuditSubject, toAuditedInvoice } from './invoices.service.ts';
import { createPaper } from './papers/issue-paper.service.ts';
import { createInvoicedSupport } from './support-billing.repository.ts';
import {
  getVatOfLines,
  taxLines,
  type PlannedInvoice,
  type UnbilledFee,
  type UnbilledSupport,
  type UnbilledUsage,
} from './plan-invoice.ts';
import { getVatTerms } from '../vat/vat-terms.service.ts';

/** Days from the issue of an invoice to its due date. */
const termDays = 14;

export interface IssueDates {
  /** That of the number. */
  readonly year: number;
  readonly issueDate: string;
  readonly dueDate: string;
}

/** The dates of what is issued now, on a day of the issuer. */
export function getIssueDates(now: Date, { timeZone }: { readonly timeZone: string }): IssueDates {
  const issueDate = getDay(now.getTime(), timeZone);
  return { year: Number(issueDate.slice(0, 4)), issueDate, dueDate: addDays(issueDate, termDays) };
}

interface IssueInput {
  readonly company: BilledCompany;
  readonly companyId: string;
  readonly identity: Pick<
    StoredInvoice,
    'invoiceId' | 'seriesYear' | 'seriesNumber' | 'reference' | 'period' | 'issueDate' | 'dueDate'
  >;
  readonly usage: readonly UnbilledUsage[];
  readonly support: readonly UnbilledSupport[];
  readonly fees: readonly UnbilledFee[];
  readonly planned: PlannedInvoice;
  /** Actor, request and time of the audit entry. */
  readonly stamp: Pick<AuditRecord, 'actor' | 'requestId' | 'now'>;
  /** Collects the keys of the stored files. */
  readonly fileKeys: string[];
}

/**
 * Stores the PDF before the invoice, so that an issued invoice always has one.
 * @throws Problem `invoices.example-issuer`
 */
export async function issueInvoice(
  portal: Uses<'files' | 'workers' | 'provider'>,
  tx: CompanyTransaction,
  { company, companyId, identity, usage, support, fees, planned, stamp, fileKeys }: IssueInput,
): Promise<StoredInvoice> {
  const { invoiceId, seriesYear, seriesNumber, reference, period, issueDate, dueDate } = identity;
  const { provider } = portal;
  if (provider.isExample) throw new Problem('invoices.example-issuer');
  const { now } = stamp;
  const taxed = taxLines(planned.lines, await getVatTerms(tx, provider), issueDate);
  const vat = getVatOfLines(taxed);
  const values = {
    invoiceId,
    seriesYear,
    seriesNumber,
    reference,
    period,
    issueDate,
    dueDate,
    company: company.name,
    totalTenThousandths: vat.total,
    vat,
    status: 'Pending' as const,
    isOwn: false,
    addedBy: null,
  };
  const lines = taxed.map(({ price: priceTenThousandths, total: totalTenThousandths, ...line }) => ({
    ...line,
    priceTenThousandths,
    totalTenThousandths,
  }));
  const paper = await createPaper(portal, tx, { companyId, invoice: values, lines, vat, madeAt: now, fileKeys });
  const invoice = await createInvoice(tx, { ...values, ...paper }, now);
  await createBilling(tx, invoice.id, { lines: taxed, usage });
  await createInvoicedSupport(tx, { invoiceId: invoice.id, ids: support.flatMap(({ ids }) => ids) });
  await createInvoicedFees(tx, invoice.id, fees);
  await recordAudit(tx, {
    ...toAuditSubject(invoice),
    ...stamp,
    action: 'invoices.issue',
    after: toAuditedInvoice(invoice),
  });
  return invoice;
}
