import { isUuid } from '#contract/uuid.ts';
import type { Party } from '#server/lib/pdf/parts.ts';
import type { FileStore } from '#server/outside/files/files.ts';
import { toCreditorReference } from './creditor-reference.ts';
import { toEpcPayload } from './epc-payload.ts';
import type { Customer, StoredInvoice, StoredLine } from './invoices.repository.ts';
import { toEInvoice, type NetLine } from './e-invoice/to-e-invoice.ts';
import type { Correction, InvoiceDocument, Paper } from './pdf/invoice-document.ts';
import type { Provider } from './provider.ts';
import { drawQrCells } from './qr-cells.ts';
import type { Vat, VatTerms } from './vat.ts';

type Amount = Pick<StoredInvoice, 'invoiceId' | 'totalTenThousandths' | 'reference'>;

/** The payment data of an invoice, for its page and its PDF. */
export function getPayment(
  { name, iban, bic }: Pick<Provider, 'name' | 'iban' | 'bic'>,
  { invoiceId, totalTenThousandths, reference: printed }: Amount,
) {
  const reference = printed ?? toCreditorReference(invoiceId);
  const epc = toEpcPayload({ name, iban, bic, amount: totalTenThousandths, reference });
  return { name, iban, bic, reference, qrCode: epc === null ? null : drawQrCells(epc) };
}

/** The document as it is stored: without pictures, which the PDF has. */
export function toPaper({ logo: _logo, madeAt: _madeAt, payment, ...document }: InvoiceDocument): Paper {
  const { name, iban, bic, reference } = payment;
  return { ...document, payment: { name, iban, bic, reference } };
}

/** The logo as it is stored; null without one. */
export async function findCustomerLogo(
  files: Pick<FileStore, 'find'>,
  companyId: string,
  { logo }: Customer,
): Promise<Uint8Array | null> {
  if (logo === null) return null;
  return (await files.find({ companyId, key: logo }))?.bytes ?? null;
}

/** A line of nothing says nothing. */
export const isShown = ({ totalTenThousandths }: Pick<StoredLine, 'totalTenThousandths'>): boolean =>
  totalTenThousandths !== 0;

export interface DocumentInput {
  readonly invoice: Pick<StoredInvoice, 'company' | 'issueDate' | 'dueDate' | 'period'> & Amount;
  readonly lines: ReadonlyArray<
    Pick<StoredLine, 'description' | 'requests' | 'priceTenThousandths' | 'totalTenThousandths' | 'month'> & {
      readonly terms?: VatTerms;
    }
  >;
  readonly customer: Customer;
  readonly logo: Uint8Array | null;
  readonly provider: Provider;
  readonly vat: Vat;
  /** Missing for an invoice. */
  readonly correction?: Correction;
  readonly madeAt: Date;
}

/** The content of the PDF of an invoice or credit note. */
export function toDocument(input: DocumentInput): InvoiceDocument {
  const { invoice, lines, customer, logo, provider, vat, correction, madeAt } = input;
  const { invoiceId: number, totalTenThousandths: total, issueDate, dueDate, period } = invoice;
  const shown = toDocumentLines(lines, vat);
  const asNet = { ...vat, areLinesNet: vat.areLinesNet || lines.length === 0 };
  const customerName = toCustomerName(invoice.company, customer.name);
  const payment = getPayment(provider, invoice);
  const { reference } = payment;
  const eInvoice = toEInvoice({
    number,
    issueDate,
    dueDate,
    period,
    customerName,
    reference,
    customer,
    provider,
    lines: shown,
    vat: asNet,
    correction: correction ?? null,
  });
  return {
    product: provider.product,
    number,
    issueDate,
    dueDate,
    period,
    customerReference: customer.reference,
    seller: toSellerParty(provider),
    customer: toCustomerParty(customer, customerName),
    logo,
    lines: shown.map(({ month: _month, terms: _terms, ...line }) => line),
    total,
    vat: asNet,
    payment,
    contact: `${provider.email} · ${provider.phone}`,
    ...(correction && { correction }),
    ...(eInvoice && { eInvoice }),
    madeAt,
  };
}

/** The customer on its papers. */
export const toCustomerParty = ({ name, addressLines, vatNumber }: Customer, printedName = name): Party => ({
  name: printedName,
  lines: [...addressLines, ...(vatNumber ? [`VAT ${vatNumber}`] : [])],
});

/** The issuer on its papers. */
export const toSellerParty = ({ name, addressLines, registrationNumber, vatNumber }: Provider): Party => ({
  name,
  lines: [
    ...addressLines,
    ...(registrationNumber === null ? [] : [`Registration no. ${registrationNumber}`]),
    `VAT ${vatNumber}`,
  ],
});

/** Lines of nothing are left out; an invoice entered by hand has none, so it gets one with its net. */
function toDocumentLines(lines: DocumentInput['lines'], { net }: Vat): NetLine[] {
  const whole = { description: 'Services as agreed', requests: null, price: null, total: net, month: null };
  const shown = lines.filter(isShown).map(({ priceTenThousandths, totalTenThousandths, terms, ...line }) => ({
    description: line.description,
    requests: line.requests,
    price: priceTenThousandths,
    total: totalTenThousandths,
    month: line.month,
    ...(terms && { terms }),
  }));
  return lines.length === 0 ? [whole] : shown;
}

/** The text may be the company's id (section 3), which is no name. */
export const toCustomerName = (text: string, name: string) => (text.trim() === '' || isUuid(text) ? name : text);
