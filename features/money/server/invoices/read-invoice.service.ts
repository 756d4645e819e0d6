import type { Provider } from './provider.ts';
import type { Uses } from '#server/portal/portal.ts';
import { toInvoiceFileName } from '#features/money/contract/invoice-file-name.ts';
import type { InvoiceDetails, InvoiceVat } from '#features/money/contract/invoices.ts';
import { toEuros, type TenThousandths } from '#features/money/contract/money.ts';
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
import { getVat, splitVat } from './vat.ts';
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
  const { invoice, lines, customer } = await database.inCompany(actor.companyId, async (tx) => ({
    invoice: await findInvoice(tx, { id }),
    lines: await listLines(tx, { id }),
    customer: await getCustomer(tx),
  }));
  if (!invoice) throw new Problem('record.not-found');
  return {
    ...toInvoice(invoice, actor, getToday(actor, clock)),
    lines: lines.filter(isShown).map(toLine),
    vat: invoice.isOwn ? null : toVat(invoice, provider, customer),
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

/** VAT as the PDF has it: that of the issue, else that of the company as it is now. */
function toVat(
  { totalTenThousandths: total, vatPercent, isReverseCharge }: StoredInvoice,
  provider: Provider,
  customer: Customer,
): InvoiceVat {
  const present = getPresentVat(total, provider, customer);
  const isReversed = isReverseCharge ?? present.isReverseCharge;
  const percent = vatPercent ?? present.percent;
  const { net, amount } = splitVat(total, isReversed ? 0 : percent);
  return { net: toEuros(net), amount: toEuros(amount), percent, isReverseCharge: isReversed };
}

/** VAT of an amount that would be invoiced to the customer now. */
export function getPresentVat(
  total: TenThousandths,
  provider: Provider,
  { vatNumber: customerVatNumber }: Pick<Customer, 'vatNumber'>,
): InvoiceVat {
  const vat = getVat({ total, provider, customerVatNumber });
  const isReverseCharge = vat.kind === 'reverse-charge';
  const { net, amount, percent } = isReverseCharge ? { net: total, amount: 0, percent: 0 } : vat;
  return { net: toEuros(net), amount: toEuros(amount), percent, isReverseCharge };
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
  const { invoice, lines, customer } = await database.inCompany(companyId, async (tx) => ({
    invoice: await findInvoice(tx, { id }),
    lines: await listLines(tx, { id }),
    customer: await getCustomer(tx),
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
    const document = toDocument({ invoice, lines, customer, logo, provider, madeAt: clock.now() });
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
