import type { EInvoice, EInvoiceLine, EInvoiceParty, LineVat, Period } from './e-invoice.ts';
import { formatAmount, formatPrice, formatRate, getTotals, type VatBreakdown } from './totals.ts';
import { getAddressLines, getExemption, getSellerId, hasVatNumbers } from './vat-terms.ts';
import { element, mandatory, renderXml, type Element } from './xml.ts';

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** BT-24 of the profile EN 16931 of Factur-X. */
const guideline = 'urn:cen.eu:en16931:2017';

/** The invoice as Cross Industry Invoice, in the profile EN 16931 of Factur-X. */
export function renderCii(invoice: EInvoice): string {
  return renderXml({
    name: 'rsm:CrossIndustryInvoice',
    attributes: namespaces,
    content: [
      element('rsm:ExchangedDocumentContext', [
        element('ram:GuidelineSpecifiedDocumentContextParameter', [element('ram:ID', guideline)]),
      ]),
      element('rsm:ExchangedDocument', [
        element('ram:ID', mandatory(invoice.number)),
        element('ram:TypeCode', invoice.type),
        toDay('ram:IssueDateTime', invoice.issueDate),
        element('ram:IncludedNote', [element('ram:Content', invoice.note)]),
      ]),
      element('rsm:SupplyChainTradeTransaction', [
        ...invoice.lines.map(toLine),
        toAgreement(invoice),
        { name: 'ram:ApplicableHeaderTradeDelivery', attributes: {}, content: [] },
        toSettlement(invoice),
      ]),
    ].filter((child) => child !== null),
  });
}

const toLine = ({ name, quantity, price, net, vat, period }: EInvoiceLine, index: number) =>
  element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', String(index + 1))]),
    element('ram:SpecifiedTradeProduct', [element('ram:Name', mandatory(name))]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [element('ram:ChargeAmount', formatPrice(price))]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [element('ram:BilledQuantity', String(quantity), { unitCode: 'C62' })]),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', [
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', vat.category),
        toRate(vat),
      ]),
      toPeriod(period),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [element('ram:LineTotalAmount', formatAmount(net))]),
    ]),
  ]);

/** No rate where VAT does not apply at all. */
const toRate = ({ category, rate }: LineVat) =>
  element('ram:RateApplicablePercent', category === 'O' ? null : formatRate(rate));

function toAgreement(invoice: EInvoice) {
  const { buyerReference, orderReference, seller, buyer } = invoice;
  const { contact } = seller;
  return element('ram:ApplicableHeaderTradeAgreement', [
    element('ram:BuyerReference', buyerReference),
    toParty('ram:SellerTradeParty', seller, {
      id: getSellerId(invoice),
      hasVatNumber: hasVatNumbers(invoice),
      contact:
        contact &&
        element('ram:DefinedTradeContact', [
          element('ram:PersonName', contact.name),
          element('ram:TelephoneUniversalCommunication', [element('ram:CompleteNumber', contact.phone)]),
          element('ram:EmailURIUniversalCommunication', [element('ram:URIID', contact.email)]),
        ]),
    }),
    toParty('ram:BuyerTradeParty', buyer, { id: null, hasVatNumber: hasVatNumbers(invoice), contact: null }),
    element('ram:BuyerOrderReferencedDocument', [element('ram:IssuerAssignedID', orderReference)]),
  ]);
}

interface PartyExtras {
  readonly id: string | null;
  readonly hasVatNumber: boolean;
  readonly contact: Element | null;
}

function toParty(name: string, party: EInvoiceParty, { id, hasVatNumber, contact }: PartyExtras) {
  const { address, electronicAddress } = party;
  const [one = null, two = null, three = null] = getAddressLines(party);
  return element(name, [
    element('ram:ID', id),
    element('ram:Name', mandatory(party.name)),
    element('ram:SpecifiedLegalOrganization', [element('ram:ID', party.registrationNumber)]),
    contact,
    element('ram:PostalTradeAddress', [
      element('ram:PostcodeCode', address.postCode),
      element('ram:LineOne', one),
      element('ram:LineTwo', two),
      element('ram:LineThree', three),
      element('ram:CityName', address.city),
      element('ram:CountryID', address.country),
      element('ram:CountrySubDivisionName', address.region),
    ]),
    electronicAddress &&
      element('ram:URIUniversalCommunication', [
        element('ram:URIID', electronicAddress.id, { schemeID: electronicAddress.scheme }),
      ]),
    element('ram:SpecifiedTaxRegistration', [
      element('ram:ID', hasVatNumber ? party.vatNumber : null, { schemeID: 'VA' }),
    ]),
  ]);
}

function toSettlement(invoice: EInvoice) {
  const { payment, corrected, paymentTerms, dueDate } = invoice;
  const totals = getTotals(invoice);
  return element('ram:ApplicableHeaderTradeSettlement', [
    element('ram:PaymentReference', payment && payment.reference),
    element('ram:InvoiceCurrencyCode', 'EUR'),
    toPaymentMeans(invoice),
    ...totals.vat.map((group) => toTradeTax(group, invoice)),
    toPeriod(invoice.period),
    element('ram:SpecifiedTradePaymentTerms', [
      element('ram:Description', paymentTerms),
      toDay('ram:DueDateDateTime', dueDate),
    ]),
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      element('ram:LineTotalAmount', formatAmount(totals.net)),
      element('ram:TaxBasisTotalAmount', formatAmount(totals.net)),
      element('ram:TaxTotalAmount', formatAmount(totals.tax), { currencyID: 'EUR' }),
      element('ram:RoundingAmount', invoice.rounding === 0 ? null : formatAmount(invoice.rounding)),
      element('ram:GrandTotalAmount', formatAmount(totals.gross)),
      element('ram:DuePayableAmount', formatAmount(totals.payable)),
    ]),
    corrected &&
      element('ram:InvoiceReferencedDocument', [
        element('ram:IssuerAssignedID', mandatory(corrected.number)),
        toDay('ram:FormattedIssueDateTime', corrected.issueDate, 'qdt'),
      ]),
  ]);
}

/** 58 is a SEPA credit transfer, 1 says that no means is agreed. */
const toPaymentMeans = ({ payment }: EInvoice) =>
  element('ram:SpecifiedTradeSettlementPaymentMeans', [
    element('ram:TypeCode', payment === null ? '1' : '58'),
    payment &&
      element('ram:PayeePartyCreditorFinancialAccount', [
        element('ram:IBANID', payment.iban),
        element('ram:AccountName', payment.name),
      ]),
    payment && element('ram:PayeeSpecifiedCreditorFinancialInstitution', [element('ram:BICID', payment.bic)]),
  ]);

function toTradeTax(group: VatBreakdown, invoice: EInvoice) {
  const exemption = getExemption(group.category, invoice);
  return element('ram:ApplicableTradeTax', [
    element('ram:CalculatedAmount', formatAmount(group.tax)),
    element('ram:TypeCode', 'VAT'),
    element('ram:ExemptionReason', exemption && mandatory(exemption.reason)),
    element('ram:BasisAmount', formatAmount(group.taxable)),
    element('ram:CategoryCode', group.category),
    element('ram:ExemptionReasonCode', exemption && exemption.code),
    toRate(group),
  ]);
}

const toPeriod = (period: Period | null) =>
  period &&
  element('ram:BillingSpecifiedPeriod', [toDay('ram:StartDateTime', period.from), toDay('ram:EndDateTime', period.to)]);

/** Format 102 is `20261127`. */
const toDay = (name: string, day: string | null, prefix: 'udt' | 'qdt' = 'udt') =>
  day === null
    ? null
    : element(name, [element(`${prefix}:DateTimeString`, day.replaceAll('-', ''), { format: '102' })]);
