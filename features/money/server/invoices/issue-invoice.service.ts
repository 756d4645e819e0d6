import type { Uses } from '#server/portal/portal.ts';
import { recordAudit, type AuditRecord } from '#server/records/audit.ts';
import { DatabaseUnavailable } from '#server/database/connection/errors.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import { createBilling, type BilledCompany } from './close-period.repository.ts';
import { createInvoice, getCustomer, type StoredInvoice } from './invoices.repository.ts';
import { toAuditSubject, toAuditedInvoice } from './invoices.service.ts';
import { findCustomerLogo, toDocument } from './issue-document.ts';
import { renderInvoiceTask } from './pdf/render-invoice.ts';
import { createInvoicedSupport } from './support-billing.repository.ts';
import {
  getVatOfLines,
  taxLines,
  type PlannedInvoice,
  type UnbilledSupport,
  type UnbilledUsage,
} from './plan-invoice.ts';
import { pdfType } from './read-invoice.service.ts';
import { getVatTerms } from '../vat/vat-terms.service.ts';

/** Runs a transaction that issues invoices. Deletes their stored PDFs where it fails, since no invoice refers to them. */
export async function withIssuedFiles<Answer>(
  { database, files }: Uses<'database' | 'files'>,
  companyId: string,
  issue: (tx: CompanyTransaction, fileKeys: string[]) => Promise<Answer>,
): Promise<Answer> {
  const keys: string[] = [];
  try {
    return await database.inCompany(companyId, (tx) => issue(tx, keys));
  } catch (error) {
    // Keeps the files where the commit may have succeeded.
    if (!(error instanceof DatabaseUnavailable)) {
      for (const key of keys) await files.delete({ companyId, key }).catch(() => undefined);
    }
    throw error;
  }
}

interface IssueInput {
  readonly company: BilledCompany;
  readonly companyId: string;
  /** Fields that stay when the invoice is issued again. */
  readonly identity: Pick<
    StoredInvoice,
    'invoiceId' | 'seriesYear' | 'seriesNumber' | 'period' | 'issueDate' | 'dueDate'
  >;
  readonly usage: readonly UnbilledUsage[];
  readonly support: readonly UnbilledSupport[];
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
  { files, provider, workers }: Uses<'files' | 'workers' | 'provider'>,
  tx: CompanyTransaction,
  { company, companyId, identity, usage, support, planned, stamp, fileKeys }: IssueInput,
): Promise<StoredInvoice> {
  if (provider.isExample) throw new Problem('invoices.example-issuer');
  const { now } = stamp;
  const customer = await getCustomer(tx);
  const taxed = taxLines(planned.lines, await getVatTerms(tx, provider), identity.issueDate);
  const vat = getVatOfLines(taxed);
  const values = {
    ...identity,
    company: company.name,
    totalTenThousandths: vat.total,
    vat,
    status: 'Pending' as const,
    isOwn: false,
    addedBy: null,
  };
  const key = newFileKey();
  fileKeys.push(key);
  const lines = taxed.map(({ price: priceTenThousandths, total: totalTenThousandths, ...line }) => ({
    ...line,
    priceTenThousandths,
    totalTenThousandths,
  }));
  const logo = await findCustomerLogo(files, companyId, customer);
  const document = toDocument({ invoice: values, lines, customer, logo, provider, vat, madeAt: now });
  await files.put(
    { companyId, key },
    await workers.run(renderInvoiceTask, document, { companyId, size: Infinity }),
    pdfType,
  );
  const invoice = await createInvoice(tx, { ...values, pdfKey: key }, now);
  await createBilling(tx, invoice.id, { lines: taxed, usage });
  await createInvoicedSupport(tx, { invoiceId: invoice.id, ids: support.flatMap(({ ids }) => ids) });
  await recordAudit(tx, {
    ...toAuditSubject(invoice),
    ...stamp,
    action: 'invoices.issue',
    after: toAuditedInvoice(invoice),
  });
  return invoice;
}
