import type { Uses } from '#server/portal/portal.ts';
import { toInvoiceFileName } from '#features/money/contract/invoice-file-name.ts';
import type { InvoiceDetails } from '#features/money/contract/invoices.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import {
  findInvoice,
  getCustomer,
  listLines,
  type Customer,
  type StoredInvoice,
  type StoredLine,
} from './invoices.repository.ts';
import { getToday, toInvoice } from './invoices.service.ts';
import { findCustomerLogo, getPayment, isShown, toCustomerName, toDocument } from './issue-document.ts';
import { splitAsIssued, splitTotal, toInvoiceVat, type Vat } from './vat.ts';
import { getVatTerms } from '../vat/vat-terms.service.ts';
import type { GetVatTerms } from '../vat/vat-terms.ts';
import { renderInvoiceTask } from './pdf/render-invoice.ts';
import type { RecordSheet } from './pdf/draw-record.ts';
import { renderRecordTask } from './pdf/render-record.ts';

export const pdfType = 'application/pdf';

/** One invoice with its lines and payment data. */
export async function getInvoice(
  { database, provider, clock }: Uses<'database' | 'provider' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<InvoiceDetails> {
  const { invoice, lines, customer, getTerms } = await database.inCompany(actor.companyId, async (tx) => ({
    invoice: await findInvoice(tx, { id }),
    lines: await listLines(tx, { id }),
    customer: await getCustomer(tx),
    getTerms: await getVatTerms(tx, provider),
  }));
  if (!invoice) throw new Problem('record.not-found');
  return {
    ...toInvoice(invoice, actor, getToday(actor, clock)),
    lines: lines.filter(isShown).map(toLine),
    vat: invoice.isOwn ? null : toInvoiceVat(getVatOf(invoice, customer, getTerms)),
    payment: invoice.isOwn ? null : getPayment(provider, invoice),
  };
}

const toLine = ({ description, requests, ...line }: StoredLine): InvoiceDetails['lines'][number] => ({
  description,
  requests,
  price: line.priceTenThousandths === null ? null : toEuros(line.priceTenThousandths),
  total: toEuros(line.totalTenThousandths),
  period: line.month?.slice(0, 7) ?? null,
  skillId: line.skillId,
});

/** VAT as issued; of an invoice that was entered, in its total by what holds on its day of issue. */
function getVatOf(
  { vat, vatPercent, isReverseCharge, totalTenThousandths: total, issueDate }: StoredInvoice,
  customer: Customer,
  getTerms: GetVatTerms,
): Vat {
  if (vat !== null) return vat;
  if (vatPercent === null) return splitTotal(total, getTerms(issueDate));
  return splitAsIssued(total, {
    percent: vatPercent,
    isReverseCharge: isReverseCharge === true,
    customerVatNumber: customer.vatNumber,
  });
}

/**
 * The PDF as issued; where none is stored, one rendered from the invoice and the company as they are now. A record of the
 * company gets a sheet of its own, without seller, VAT and bank.
 */
export async function getInvoicePdf(
  { database, files, provider, workers, clock }: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  { companyId }: Pick<Actor, 'companyId'>,
  id: string,
): Promise<File> {
  const { invoice, lines, customer, getTerms } = await database.inCompany(companyId, async (tx) => ({
    invoice: await findInvoice(tx, { id }),
    lines: await listLines(tx, { id }),
    customer: await getCustomer(tx),
    getTerms: await getVatTerms(tx, provider),
  }));
  if (!invoice) throw new Problem('record.not-found');
  const toFile = (bytes: Uint8Array) =>
    new File([new Uint8Array(bytes)], toInvoiceFileName(invoice.invoiceId), { type: pdfType });
  if (invoice.isOwn) {
    const record = toRecordSheet(invoice, { companyName: customer.name, madeAt: clock.now() });
    return toFile(await workers.run(renderRecordTask, record, { companyId, size: Infinity }));
  }
  if (invoice.pdfKey === null) {
    const logo = await findCustomerLogo(files, companyId, customer);
    const document = toDocument({
      invoice,
      lines,
      customer,
      logo,
      provider,
      vat: getVatOf(invoice, customer, getTerms),
      madeAt: clock.now(),
    });
    return toFile(await workers.run(renderInvoiceTask, document, { companyId, size: Infinity }));
  }
  const stored = await files.find({ companyId, key: invoice.pdfKey });
  if (!stored) throw new Error('the PDF of an issued invoice is not in storage');
  return toFile(stored.bytes);
}

function toRecordSheet(
  { invoiceId: number, company, issueDate, dueDate, totalTenThousandths: total, status, addedBy }: StoredInvoice,
  { companyName, madeAt }: { readonly companyName: string; readonly madeAt: Date },
): RecordSheet {
  return { number, company: toCustomerName(company, companyName), issueDate, dueDate, total, status, addedBy, madeAt };
}
