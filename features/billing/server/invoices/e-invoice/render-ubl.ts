import type { EInvoice, EInvoiceLine, EInvoiceParty, LineVat, Period } from './e-invoice.ts';
import { formatAmount, formatPrice, formatRate, getTotals, type VatBreakdown } from './totals.ts';
import { getProfile } from './ubl-profile.ts';
import { getAddressLines, getExemption, getSellerId, hasVatNumbers } from './vat-terms.ts';
import { element, mandatory, renderXml, type Element } from './xml.ts';

const schema = 'urn:oasis:names:specification:ubl:schema:xsd';

/** Names that differ between an invoice and a credit note. */
const documents = {
  380: { name: 'Invoice', type: 'cbc:InvoiceTypeCode', line: 'cac:InvoiceLine', quantity: 'cbc:InvoicedQuantity' },
  381: {
    name: 'CreditNote',
    type: 'cbc:CreditNoteTypeCode',
    line: 'cac:CreditNoteLine',
    quantity: 'cbc:CreditedQuantity',
  },
} as const;

/** The invoice as Invoice or CreditNote of UBL 2.1. */
export function renderUbl(invoice: EInvoice): string {
  const names = documents[invoice.type];
  const profile = getProfile(invoice);
  return renderXml({
    name: names.name,
    attributes: {
      xmlns: `${schema}:${names.name}-2`,
      'xmlns:cac': `${schema}:CommonAggregateComponents-2`,
      'xmlns:cbc': `${schema}:CommonBasicComponents-2`,
    },
    content: [
      element('cbc:CustomizationID', profile.specification),
      element('cbc:ProfileID', profile.process),
      element('cbc:ID', mandatory(invoice.number)),
      element('cbc:IssueDate', invoice.issueDate),
      element('cbc:DueDate', invoice.type === '380' ? invoice.dueDate : null),
      element(names.type, invoice.type),
      element('cbc:Note', invoice.note),
      element('cbc:DocumentCurrencyCode', 'EUR'),
      element('cbc:BuyerReference', invoice.buyerReference),
      toPeriod(invoice.period),
      element('cac:OrderReference', [element('cbc:ID', invoice.orderReference)]),
      toCorrected(invoice),
      element('cac:AccountingSupplierParty', [toSeller(invoice)]),
      element('cac:AccountingCustomerParty', [toParty(invoice.buyer, { hasVatNumber: hasVatNumbers(invoice) })]),
      toPaymentMeans(invoice),
      element('cac:PaymentTerms', [element('cbc:Note', invoice.paymentTerms)]),
      ...toSums(invoice),
      ...invoice.lines.map((line, index) => toLine(line, index, names)),
    ].filter((child) => child !== null),
  });
}

const toAmount = (name: string, amount: number) => element(name, formatAmount(amount), { currencyID: 'EUR' });

const toPeriod = (period: Period | null) =>
  period && element('cac:InvoicePeriod', [element('cbc:StartDate', period.from), element('cbc:EndDate', period.to)]);

const toCorrected = ({ corrected }: EInvoice) =>
  corrected &&
  element('cac:BillingReference', [
    element('cac:InvoiceDocumentReference', [
      element('cbc:ID', mandatory(corrected.number)),
      element('cbc:IssueDate', corrected.issueDate),
    ]),
  ]);

function toSeller(invoice: EInvoice) {
  const { contact } = invoice.seller;
  return toParty(invoice.seller, {
    id: getSellerId(invoice),
    hasVatNumber: hasVatNumbers(invoice),
    contact:
      contact &&
      element('cac:Contact', [
        element('cbc:Name', contact.name),
        element('cbc:Telephone', contact.phone),
        element('cbc:ElectronicMail', contact.email),
      ]),
  });
}

interface PartyExtras {
  readonly id?: string | null;
  readonly hasVatNumber: boolean;
  readonly contact?: Element | null;
}

const vatScheme = element('cac:TaxScheme', [element('cbc:ID', 'VAT')]);

function toParty(party: EInvoiceParty, { id = null, hasVatNumber, contact = null }: PartyExtras) {
  const { address, electronicAddress } = party;
  const [one = null, two = null, three = null] = getAddressLines(party);
  const vatNumber = element('cbc:CompanyID', hasVatNumber ? party.vatNumber : null);
  return element('cac:Party', [
    electronicAddress && element('cbc:EndpointID', electronicAddress.id, { schemeID: electronicAddress.scheme }),
    element('cac:PartyIdentification', [element('cbc:ID', id)]),
    element('cac:PostalAddress', [
      element('cbc:StreetName', one),
      element('cbc:AdditionalStreetName', two),
      element('cbc:CityName', address.city),
      element('cbc:PostalZone', address.postCode),
      element('cbc:CountrySubentity', address.region),
      element('cac:AddressLine', [element('cbc:Line', three)]),
      element('cac:Country', [element('cbc:IdentificationCode', address.country)]),
    ]),
    vatNumber && element('cac:PartyTaxScheme', [vatNumber, vatScheme]),
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', mandatory(party.name)),
      element('cbc:CompanyID', party.registrationNumber),
    ]),
    contact,
  ]);
}

/** 58 is a SEPA credit transfer, 1 says that no means is agreed. A credit note has its due day here. */
const toPaymentMeans = ({ type, payment, dueDate }: EInvoice) =>
  element('cac:PaymentMeans', [
    element('cbc:PaymentMeansCode', payment === null ? '1' : '58'),
    element('cbc:PaymentDueDate', type === '381' ? dueDate : null),
    element('cbc:PaymentID', payment && payment.reference),
    payment &&
      element('cac:PayeeFinancialAccount', [
        element('cbc:ID', payment.iban),
        element('cbc:Name', payment.name),
        element('cac:FinancialInstitutionBranch', [element('cbc:ID', payment.bic)]),
      ]),
  ]);

function toSums(invoice: EInvoice) {
  const totals = getTotals(invoice);
  return [
    element('cac:TaxTotal', [
      toAmount('cbc:TaxAmount', totals.tax),
      ...totals.vat.map((group) => toSubtotal(group, invoice)),
    ]),
    element('cac:LegalMonetaryTotal', [
      toAmount('cbc:LineExtensionAmount', totals.net),
      toAmount('cbc:TaxExclusiveAmount', totals.net),
      toAmount('cbc:TaxInclusiveAmount', totals.gross),
      invoice.rounding === 0 ? null : toAmount('cbc:PayableRoundingAmount', invoice.rounding),
      toAmount('cbc:PayableAmount', totals.payable),
    ]),
  ];
}

function toSubtotal(group: VatBreakdown, invoice: EInvoice) {
  const exemption = getExemption(group.category, invoice);
  return element('cac:TaxSubtotal', [
    toAmount('cbc:TaxableAmount', group.taxable),
    toAmount('cbc:TaxAmount', group.tax),
    element('cac:TaxCategory', [
      element('cbc:ID', group.category),
      toRate(group),
      element('cbc:TaxExemptionReasonCode', exemption && exemption.code),
      element('cbc:TaxExemptionReason', exemption && mandatory(exemption.reason)),
      vatScheme,
    ]),
  ]);
}

/** No rate where VAT does not apply at all. */
const toRate = ({ category, rate }: LineVat) => element('cbc:Percent', category === 'O' ? null : formatRate(rate));

const toLine = (line: EInvoiceLine, index: number, names: (typeof documents)[EInvoice['type']]) =>
  element(names.line, [
    element('cbc:ID', String(index + 1)),
    element(names.quantity, String(line.quantity), { unitCode: 'C62' }),
    toAmount('cbc:LineExtensionAmount', line.net),
    toPeriod(line.period),
    element('cac:Item', [
      element('cbc:Name', mandatory(line.name)),
      element('cac:ClassifiedTaxCategory', [element('cbc:ID', line.vat.category), toRate(line.vat), vatScheme]),
    ]),
    element('cac:Price', [element('cbc:PriceAmount', formatPrice(line.price), { currencyID: 'EUR' })]),
  ]);
