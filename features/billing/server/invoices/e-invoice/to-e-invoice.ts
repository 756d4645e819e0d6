import { findCountryCode, toVatPrefix } from '#features/billing/contract/countries.ts';
import { parsePeppolId } from '#features/billing/contract/e-invoice/peppol-ids.ts';
import type { TenThousandths } from '#features/money/contract/money.ts';
import type { VatTreatment } from '#features/billing/contract/vat.ts';
import type { Customer } from '../invoices.repository.ts';
import type { Correction } from '../pdf/invoice-document.ts';
import type { Provider } from '../provider.ts';
import { getSupplyDay, type Vat, type VatTerms } from '../vat.ts';
import type { EInvoice, EInvoiceLine, EInvoiceParty, Period, VatCategory } from './e-invoice.ts';
import { toSeller } from './to-seller.ts';
import { getTotals } from './totals.ts';

/** A line with how it is taxed. */
export interface NetLine {
  readonly description: string;
  readonly requests: number | null;
  readonly price: TenThousandths | null;
  readonly total: TenThousandths;
  /** First day of the month; null where it is none. */
  readonly month?: string | null;
  /** Missing where the whole invoice is taxed in one way. */
  readonly terms?: VatTerms;
}

interface Input {
  readonly number: string;
  readonly issueDate: string;
  readonly dueDate: string;
  /** First day of the billed month. */
  readonly period: string | null;
  readonly customerName: string;
  readonly reference: string;
  /** Net. */
  readonly lines: readonly NetLine[];
  readonly customer: Customer;
  readonly provider: Provider;
  readonly vat: Vat;
  /** Null for an invoice. */
  readonly correction: Correction | null;
}

/**
 * An issued invoice or credit note as EN 16931 has it. Null where it cannot be said: without the country of both
 * sides, with lines that include VAT, and with supplies outside the scope of VAT beside others.
 */
export function toEInvoice(input: Input): EInvoice | null {
  const { customer, provider, vat } = input;
  const seller = toSeller(provider);
  const buyer = toBuyer(input);
  const { correction } = input;
  const lines = input.lines.map((line) => toLine(line, vat));
  if (seller === null || buyer === null || !vat.areLinesNet || lines.length === 0 || hasOutsideBesideOthers(vat))
    return null;
  const account = { name: provider.name, iban: provider.iban, bic: provider.bic, reference: input.reference };
  const eInvoice: EInvoice = {
    number: input.number,
    issueDate: input.issueDate,
    ...toDocumentTerms(input),
    buyerReference: customer.reference,
    orderReference: null,
    seller,
    buyer,
    period: toPeriod(input),
    payment: vat.total > 0 && correction === null ? account : null,
    lines,
    rounding: vat.rounding,
    exemptionReason: vat.parts.find(({ treatment }) => treatment === 'exempt')?.reason ?? null,
  };
  return hasSumsOf(eInvoice, vat) ? eInvoice : null;
}

/** Terms in which a credit note differs from an invoice. */
function toDocumentTerms({
  correction,
  dueDate,
}: Input): Pick<EInvoice, 'type' | 'dueDate' | 'paymentTerms' | 'note' | 'corrected'> {
  if (correction === null) return { type: '380', dueDate, paymentTerms: null, note: null, corrected: null };
  const { number, issueDate, reason } = correction;
  const paymentTerms = 'This amount is credited: nothing is to be paid.';
  return { type: '381', dueDate: null, paymentTerms, note: reason, corrected: { number, issueDate } };
}

const categories: Readonly<Record<VatTreatment, VatCategory>> = {
  domestic: 'S',
  reverseCharge: 'AE',
  outsideUnion: 'O',
  exempt: 'E',
};

function toLine({ description, requests, price, total: net, terms }: NetLine, { parts }: Vat): EInvoiceLine {
  const { treatment, rate } = terms ?? parts[0] ?? { treatment: 'domestic', rate: 0 };
  const isCounted = requests !== null && price !== null;
  return {
    name: description,
    quantity: isCounted ? requests : Math.sign(net),
    price: isCounted ? price : Math.abs(net),
    net,
    vat: { category: treatment === 'domestic' && rate === 0 ? 'Z' : categories[treatment], rate },
    period: null,
  };
}

/** A VAT number is written where it is one of the buyer's country (BR-CO-09). */
function toBuyer({ customer, customerName, vat }: Input): EInvoiceParty | null {
  const country = findCountryCode(customer.country);
  if (country === undefined) return null;
  const typed = vat.parts.find(({ customerVatNumber }) => customerVatNumber !== null)?.customerVatNumber;
  const vatNumber = (typed ?? customer.vatNumber ?? '').replaceAll(/[\s.-]/g, '').toUpperCase();
  const { address_1, address_2, city, zip, region } = customer;
  return {
    name: customerName,
    registrationNumber: null,
    vatNumber: vatNumber.startsWith(toVatPrefix(country)) ? vatNumber : null,
    electronicAddress: parsePeppolId(customer.peppolId ?? '') ?? null,
    address: {
      lines: [address_1, address_2].filter((line) => line !== null),
      city,
      postCode: zip,
      region,
      country: country === 'XK' ? '1A' : country,
    },
  };
}

/** Category O cannot stand beside another one (BR-O-11). */
export const hasOutsideBesideOthers = ({ parts }: Pick<Vat, 'parts'>) =>
  parts.length > 1 && parts.some(({ treatment }) => treatment === 'outsideUnion');

/** The months of the lines, and that of the invoice. */
function toPeriod({ period, lines }: Input): Period | null {
  const months = [period, ...lines.map(({ month }) => month ?? null)].filter((month) => month !== null).toSorted();
  const [first, last] = [months[0], months.at(-1)];
  return first === undefined || last === undefined ? null : { from: first, to: getSupplyDay(last) };
}

/** Whether the sums that follow from the lines are those of the paper. */
function hasSumsOf(eInvoice: EInvoice, vat: Vat): boolean {
  const { net, tax } = getTotals(eInvoice);
  return net === vat.net && tax === vat.amount;
}
