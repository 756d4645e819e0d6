import type { VatTerms } from '../vat.ts';

/* What directive 2006/112/EC wants on each invoice, by article, and where each paper of the portal has it. */

const makeCustomer = (city: string, country: string, vatNumber: string | null) => ({
  name: 'Customer & Sons',
  addressLines: ['Street 1', `1000 ${city}`, country],
  address_1: 'Street 1',
  address_2: null,
  zip: '1000',
  city,
  region: null,
  country,
  vatNumber,
  reference: null,
  peppolId: null,
  logo: null,
});

const terms = { customerVatNumber: null, reason: null } as const;
export const cases = {
  domestic: {
    terms: { ...terms, treatment: 'domestic', rate: 24_000 },
    customer: makeCustomer('Tartu', 'Estonia', 'EE100594102'),
  },
  'reverse charge': {
    terms: { ...terms, treatment: 'reverseCharge', rate: 0, customerVatNumber: 'DE136695976' },
    customer: makeCustomer('Köln', 'Germany', 'DE136695976'),
  },
  'outside the Union': {
    terms: { ...terms, treatment: 'outsideUnion', rate: 0 },
    customer: makeCustomer('Zürich', 'Switzerland', 'CHE-123.456.788 MWST'),
  },
  exempt: {
    terms: { ...terms, treatment: 'exempt', rate: 0, reason: 'Article 151 (1) (b) of Directive 2006/112/EC' },
    customer: makeCustomer('Tallinn', 'Estonia', null),
  },
} as const satisfies Readonly<Record<string, { terms: VatTerms; customer: object }>>;

export type Case = keyof typeof cases;
export const caseNames = Object.keys(cases) as Case[];
export const kinds = ['invoice', 'credit note'] as const;
export type Kind = (typeof kinds)[number];

/** A text, and the paths in both syntaxes that say it. */
type Place = readonly [said: string, path: string];

interface Field {
  readonly article: string;
  /** Missing, as `cases` is, for a field of all of them. */
  readonly kinds?: readonly Kind[];
  readonly cases?: readonly Case[];
  /** The texts of the PDF. */
  readonly pdf: (name: Case, kind: Kind) => readonly string[];
  readonly cii: (name: Case, kind: Kind) => readonly Place[];
  readonly ubl: (name: Case, kind: Kind) => readonly Place[];
}

const sums = { domestic: ['71.76', '370.76'], others: ['0.00', '299.00'] } as const;
const sumsOf = (name: Case) => (name === 'domestic' ? sums.domestic : sums.others);
const words: Readonly<Record<Case, { pdf: string; reason: string; category: string }>> = {
  domestic: { pdf: 'VAT 24%', reason: '', category: 'S' },
  'reverse charge': { pdf: 'Reverse charge', reason: 'Reverse charge', category: 'AE' },
  'outside the Union': {
    pdf: 'Article 44 of Directive 2006/112/EC',
    reason: 'Outside the scope of VAT',
    category: 'O',
  },
  exempt: {
    pdf: 'Article 151 (1) (b) of Directive 2006/112/EC',
    reason: 'Article 151 (1) (b) of Directive 2006/112/EC',
    category: 'E',
  },
};
const dayOf = (kind: Kind) =>
  kind === 'invoice' ? ['3 Nov 2026', '20261103', '2026-11-03'] : ['20 Nov 2026', '20261120', '2026-11-20'];
const numberOf = (kind: Kind) => (kind === 'invoice' ? 'INV-2026-0007' : 'INV-2026-0008');
const lineOf = (kind: Kind) => (kind === 'invoice' ? 'InvoiceLine' : 'CreditNoteLine');
const customerOf = (name: Case) => cases[name].customer;
const codes: Readonly<Record<Case, string>> = {
  domestic: 'EE',
  'reverse charge': 'DE',
  'outside the Union': 'CH',
  exempt: 'EE',
};

export const fields: readonly Field[] = [
  {
    article: '226 (1), the date of issue',
    pdf: (_name, kind) => ['Issue date', dayOf(kind)[0] ?? ''],
    cii: (_name, kind) => [[dayOf(kind)[1] ?? '', 'ExchangedDocument/IssueDateTime/DateTimeString']],
    ubl: (_name, kind) => [[dayOf(kind)[2] ?? '', 'IssueDate']],
  },
  {
    article: '226 (2), the sequential number',
    pdf: (_name, kind) => [numberOf(kind)],
    cii: (_name, kind) => [[numberOf(kind), 'ExchangedDocument/ID']],
    ubl: (_name, kind) => [[numberOf(kind), `${kind === 'invoice' ? 'Invoice' : 'CreditNote'}/ID`]],
  },
  {
    article: '226 (3), the VAT number of the supplier',
    pdf: () => ['VAT EE102030402'],
    // Outside the scope of VAT the rules of EN 16931 have it as an identifier.
    cii: (name) => [
      [
        'EE102030402',
        name === 'outside the Union' ? 'SellerTradeParty/ID' : 'SellerTradeParty/SpecifiedTaxRegistration/ID',
      ],
    ],
    ubl: (name) => [
      [
        'EE102030402',
        name === 'outside the Union'
          ? 'AccountingSupplierParty/Party/PartyIdentification/ID'
          : 'AccountingSupplierParty/Party/PartyTaxScheme/CompanyID',
      ],
    ],
  },
  {
    article: '226 (4), the VAT number of a customer who owes the VAT',
    cases: ['reverse charge'],
    pdf: () => ['DE136695976'],
    cii: () => [['DE136695976', 'BuyerTradeParty/SpecifiedTaxRegistration/ID']],
    ubl: () => [['DE136695976', 'AccountingCustomerParty/Party/PartyTaxScheme/CompanyID']],
  },
  {
    article: '226 (5), full name and address of the supplier',
    pdf: () => ['Steward OÜ', 'Telliskivi 60a', '10412 Tallinn', 'Estonia'],
    cii: () => [
      ['Steward OÜ', 'SellerTradeParty/Name'],
      ['Telliskivi 60a', 'SellerTradeParty/PostalTradeAddress/LineOne'],
      ['10412', 'SellerTradeParty/PostalTradeAddress/PostcodeCode'],
      ['Tallinn', 'SellerTradeParty/PostalTradeAddress/CityName'],
      ['EE', 'SellerTradeParty/PostalTradeAddress/CountryID'],
    ],
    ubl: () => [
      ['Steward OÜ', 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName'],
      ['Telliskivi 60a', 'AccountingSupplierParty/Party/PostalAddress/StreetName'],
      ['10412', 'AccountingSupplierParty/Party/PostalAddress/PostalZone'],
      ['Tallinn', 'AccountingSupplierParty/Party/PostalAddress/CityName'],
      ['EE', 'AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode'],
    ],
  },
  {
    article: '226 (5), full name and address of the customer',
    pdf: (name) => ['Customer & Sons', ...customerOf(name).addressLines],
    cii: (name) => [
      ['Customer & Sons', 'BuyerTradeParty/Name'],
      ['Street 1', 'BuyerTradeParty/PostalTradeAddress/LineOne'],
      ['1000', 'BuyerTradeParty/PostalTradeAddress/PostcodeCode'],
      [customerOf(name).city, 'BuyerTradeParty/PostalTradeAddress/CityName'],
      [codes[name], 'BuyerTradeParty/PostalTradeAddress/CountryID'],
    ],
    ubl: (name) => [
      ['Customer & Sons', 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName'],
      ['Street 1', 'AccountingCustomerParty/Party/PostalAddress/StreetName'],
      ['1000', 'AccountingCustomerParty/Party/PostalAddress/PostalZone'],
      [customerOf(name).city, 'AccountingCustomerParty/Party/PostalAddress/CityName'],
      [codes[name], 'AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode'],
    ],
  },
  {
    article: '226 (6), extent and nature of the services',
    pdf: () => ['Leave request', '200', 'Base fee: Leave request'],
    cii: () => [
      ['Leave request', 'SpecifiedTradeProduct/Name'],
      ['200', 'SpecifiedLineTradeDelivery/BilledQuantity'],
      ['Base fee: Leave request', 'SpecifiedTradeProduct/Name'],
    ],
    ubl: (_name, kind) => [
      ['Leave request', `${lineOf(kind)}/Item/Name`],
      ['200', `${lineOf(kind)}/${kind === 'invoice' ? 'InvoicedQuantity' : 'CreditedQuantity'}`],
      ['Base fee: Leave request', `${lineOf(kind)}/Item/Name`],
    ],
  },
  {
    article: '226 (7), when the services were supplied',
    kinds: ['invoice'],
    pdf: () => ['October 2026'],
    cii: () => [
      ['20261001', 'BillingSpecifiedPeriod/StartDateTime/DateTimeString'],
      ['20261031', 'BillingSpecifiedPeriod/EndDateTime/DateTimeString'],
    ],
    ubl: () => [
      ['2026-10-01', 'InvoicePeriod/StartDate'],
      ['2026-10-31', 'InvoicePeriod/EndDate'],
    ],
  },
  {
    article: '226 (8), the taxable amount for each rate, and prices without VAT',
    pdf: () => ['Net per request', '€1.25', 'Net amount', '€250.00', '€49.00', '€299.00'],
    cii: () => [
      ['1.25', 'NetPriceProductTradePrice/ChargeAmount'],
      ['250.00', 'SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount'],
      ['299.00', 'ApplicableHeaderTradeSettlement/ApplicableTradeTax/BasisAmount'],
    ],
    ubl: (_name, kind) => [
      ['1.25', `${lineOf(kind)}/Price/PriceAmount`],
      ['250.00', `${lineOf(kind)}/LineExtensionAmount`],
      ['299.00', 'TaxTotal/TaxSubtotal/TaxableAmount'],
    ],
  },
  {
    article: '226 (9), the rate',
    cases: ['domestic'],
    pdf: () => ['VAT 24%'],
    cii: () => [['24', 'ApplicableHeaderTradeSettlement/ApplicableTradeTax/RateApplicablePercent']],
    ubl: () => [['24', 'TaxTotal/TaxSubtotal/TaxCategory/Percent']],
  },
  {
    article: '226 (10), the VAT that is to be paid, and 230, in euros',
    pdf: (name) => sumsOf(name).map((sum) => `€${sum}`),
    cii: (name) => [
      [sumsOf(name)[0], 'SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount'],
      [sumsOf(name)[1], 'SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount'],
      ['EUR', 'InvoiceCurrencyCode'],
    ],
    ubl: (name) => [
      [sumsOf(name)[0], 'TaxTotal/TaxAmount'],
      [sumsOf(name)[1], 'LegalMonetaryTotal/TaxInclusiveAmount'],
      ['EUR', 'DocumentCurrencyCode'],
    ],
  },
  {
    article: '226 (11), why no VAT is charged, and 226 (11a), reverse charge',
    cases: ['reverse charge', 'outside the Union', 'exempt'],
    pdf: (name) => [words[name].pdf],
    cii: (name) => [
      [words[name].reason, 'ApplicableHeaderTradeSettlement/ApplicableTradeTax/ExemptionReason'],
      [words[name].category, 'ApplicableHeaderTradeSettlement/ApplicableTradeTax/CategoryCode'],
    ],
    ubl: (name) => [
      [words[name].reason, 'TaxSubtotal/TaxCategory/TaxExemptionReason'],
      [words[name].category, 'TaxSubtotal/TaxCategory/ID'],
    ],
  },
  {
    article: '219, the invoice that a credit note changes',
    kinds: ['credit note'],
    pdf: () => ['Credit note', 'Corrects invoice INV-2026-0007 of 3 Nov 2026', 'Billed twice'],
    cii: () => [
      ['381', 'ExchangedDocument/TypeCode'],
      ['INV-2026-0007', 'InvoiceReferencedDocument/IssuerAssignedID'],
      ['20261103', 'InvoiceReferencedDocument/FormattedIssueDateTime/DateTimeString'],
    ],
    ubl: () => [
      ['381', 'CreditNoteTypeCode'],
      ['INV-2026-0007', 'BillingReference/InvoiceDocumentReference/ID'],
      ['2026-11-03', 'BillingReference/InvoiceDocumentReference/IssueDate'],
    ],
  },
];
