import type { Uses } from '#server/portal/portal.ts';
import { toInvoiceFileName } from '#features/billing/contract/invoice-file-name.ts';
import type { InvoiceDetails } from '#features/billing/contract/invoices.ts';
import { toEuros } from '#features/money/contract/money.ts';
import type { Actor } from '#server/lib/request/actor.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { listPayments } from '#domain/ledger/payments.ts';
import { freezePaper, getVatOf } from './papers/freeze-papers.service.ts';
import {
  findInvoice,
  findPaper,
  getCustomer,
  listLines,
  type StoredInvoice,
  type StoredLine,
} from './invoices.repository.ts';
import { getToday, toInvoice } from './invoices.service.ts';
import { getLeft, getOwed } from './invoice-status.ts';
import { isCreditable } from './invoices.policy.ts';
import { getPayment, isShown, toCustomerName } from './issue-document.ts';
import { pdfType } from './papers/issue-paper.service.ts';
import type { RecordSheet } from './pdf/draw-record.ts';
import { renderRecordTask } from './pdf/render-record.ts';
import { toInvoiceVat } from './vat.ts';

/** One invoice with its lines and payment data, as they were issued. */
export async function getInvoice(
  portal: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<InvoiceDetails> {
  const { database, provider, clock } = portal;
  const found = await database.inCompany.read(actor.companyId, (tx) => findInvoice(tx, { id }));
  if (!found) throw new Problem('record.not-found');
  const invoice = await freezePaper(portal, actor.companyId, found);
  const { lines, paper, vat, payments } = await database.inCompany(actor.companyId, async (tx) => ({
    lines: await listLines(tx, { id }),
    paper: (await findPaper(tx, { id }))?.paper ?? null,
    vat: invoice.isOwn ? null : await getVatOf(tx, provider, invoice),
    payments: await listPayments(tx, { customerId: actor.companyId, invoiceId: id }),
  }));
  return {
    ...toInvoice(invoice, actor, getToday(actor, clock)),
    lines: lines.filter(isShown).map(toLine),
    vat: vat && toInvoiceVat(vat),
    payment: isCreditable(invoice)
      ? getPayment(paper?.payment ?? provider, { ...invoice, totalTenThousandths: getToPay(invoice) })
      : null,
    payments: payments.map((each) => ({ amount: toEuros(each.amountTenThousandths), paidOn: each.paidOn })),
    hasXml: paper?.eInvoice !== undefined,
  };
}

/** A paid invoice still says what there was to pay. */
const getToPay = (invoice: StoredInvoice) => (invoice.status === 'Paid' ? getLeft(invoice) : getOwed(invoice));

const toLine = ({ description, requests, ...line }: StoredLine): InvoiceDetails['lines'][number] => ({
  description,
  requests,
  price: line.priceTenThousandths === null ? null : toEuros(line.priceTenThousandths),
  total: toEuros(line.totalTenThousandths),
  period: line.month?.slice(0, 7) ?? null,
  skillId: line.skillId,
});

/** The PDF as issued; a record of the company gets a sheet of its own, without seller, VAT and bank. */
export async function getInvoicePdf(
  portal: Uses<'database' | 'files' | 'workers' | 'provider' | 'clock'>,
  { companyId }: Pick<Actor, 'companyId'>,
  id: string,
): Promise<File> {
  const { database, files, workers, clock } = portal;
  const found = await database.inCompany(companyId, async (tx) => ({
    invoice: await findInvoice(tx, { id }),
    customer: await getCustomer(tx),
  }));
  if (!found.invoice) throw new Problem('record.not-found');
  const invoice = await freezePaper(portal, companyId, found.invoice);
  const toFile = (bytes: Uint8Array) =>
    new File([new Uint8Array(bytes)], toInvoiceFileName(invoice.invoiceId), { type: pdfType });
  if (invoice.isOwn) {
    const record = toRecordSheet(invoice, { companyName: found.customer.name, madeAt: clock.now() });
    return toFile(await workers.run(renderRecordTask, record, { companyId, size: Infinity }));
  }
  const stored = invoice.pdfKey === null ? null : await files.find({ companyId, key: invoice.pdfKey });
  if (!stored) throw new Error('the PDF of an issued invoice is not in storage');
  return toFile(stored.bytes);
}

function toRecordSheet(
  { invoiceId: number, company, issueDate, dueDate, totalTenThousandths: total, status, addedBy }: StoredInvoice,
  { companyName, madeAt }: { readonly companyName: string; readonly madeAt: Date },
): RecordSheet {
  return { number, company: toCustomerName(company, companyName), issueDate, dueDate, total, status, addedBy, madeAt };
}
