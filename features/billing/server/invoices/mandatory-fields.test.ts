import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { renderCii } from './e-invoice/render-cii.ts';
import { renderUbl } from './e-invoice/render-ubl.ts';
import { toDocument } from './issue-document.ts';
import { drawInvoice } from './pdf/draw-invoice.ts';
import { readPdfTexts } from './testing/pdf-texts.ts';
import { addVat, type VatTerms } from './vat.ts';

/* What directive 2006/112/EC wants on each invoice, by article, and where each paper of the portal has it. */

const { provider } = readConfig({
  PROVIDER_NAME: 'Steward OÜ',
  PROVIDER_ADDRESS: 'Telliskivi 60a; 10412 Tallinn; Estonia',
  PROVIDER_VAT_NUMBER: 'EE102030402',
  PROVIDER_REGISTRATION_NUMBER: '12345678',
});

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
const cases = {
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

type Case = keyof typeof cases;
const caseNames = Object.keys(cases) as Case[];
const kinds = ['invoice', 'credit note'] as const;
type Kind = (typeof kinds)[number];

interface Papers {
  /** The texts of the PDF. */
  readonly pdf: string;
  /** All of the PDF. */
  readonly file: string;
  readonly cii: string;
  readonly ubl: string;
}

async function issue(name: Case, kind: Kind): Promise<Papers> {
  const { terms: lineTerms, customer } = cases[name];
  const lines = [
    { description: 'Leave request', requests: 200, priceTenThousandths: 12_500, totalTenThousandths: 2_500_000 },
    { description: 'Base fee: Leave request', requests: null, priceTenThousandths: null, totalTenThousandths: 490_000 },
  ].map((line) => ({ ...line, month: '2026-10-01', terms: lineTerms }));
  const vat = addVat(lines.map(({ totalTenThousandths: net }) => ({ net, terms: lineTerms })));
  const isNote = kind === 'credit note';
  const document = toDocument({
    invoice: {
      invoiceId: isNote ? 'INV-2026-0008' : 'INV-2026-0007',
      reference: null,
      company: '',
      issueDate: isNote ? '2026-11-20' : '2026-11-03',
      dueDate: '2026-11-17',
      period: isNote ? null : '2026-10-01',
      totalTenThousandths: vat.total,
    },
    lines,
    customer,
    logo: null,
    provider,
    vat,
    ...(isNote && { correction: { number: 'INV-2026-0007', issueDate: '2026-11-03', reason: 'Billed twice' } }),
    madeAt: new Date('2026-11-20T08:00:00Z'),
  });
  if (!document.eInvoice) throw new Error('each case can be said by EN 16931');
  const bytes = await drawInvoice(document, { compress: false });
  const [cii, ubl] = [renderCii(document.eInvoice), renderUbl(document.eInvoice)];
  return { pdf: readPdfTexts(bytes), file: Buffer.from(bytes).toString('utf8'), cii, ubl };
}

const escaped: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Texts of the elements whose path of local names ends with this one. */
function listTexts(xml: string, path: string): string[] {
  const above: string[] = [];
  const texts: string[] = [];
  for (const [, isEnd, name = '', isEmpty, text = ''] of xml.matchAll(/<(\/?)(?:\w+:)?(\w+)[^>]*?(\/?)>([^<]*)/g)) {
    if (isEnd) above.pop();
    else above.push(name);
    if (!isEnd && `/${above.join('/')}`.endsWith(`/${path}`))
      texts.push(text.replaceAll(/&(\w+);/g, (_whole, key: string) => escaped[key] ?? ''));
    if (isEmpty) above.pop();
  }
  return texts;
}

/** What is said, and the paths in both syntaxes that say it. */
type Place = readonly [said: string, path: string];

interface Field {
  readonly article: string;
  /** Of all kinds and cases where they are missing. */
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

const fields: readonly Field[] = [
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

describe.each(kinds.flatMap((kind) => caseNames.map((name) => [kind, name] as const)))('%s, %s', (kind, name) => {
  let papers: Papers;

  beforeAll(async () => {
    papers = await issue(name, kind);
  });

  const mandatory = fields.filter(
    (field) => (field.kinds ?? kinds).includes(kind) && (field.cases ?? caseNames).includes(name),
  );

  test.each(mandatory)('article $article', (field) => {
    const { pdf, cii, ubl } = papers;
    for (const text of field.pdf(name, kind)) expect(pdf).toContain(text);
    for (const [said, path] of field.cii(name, kind)) expect([path, ...listTexts(cii, path)]).toContain(said);
    for (const [said, path] of field.ubl(name, kind)) expect([path, ...listTexts(ubl, path)]).toContain(said);
  });

  test('article 233, integrity of the content: the PDF has the XML in it, letter for letter', () => {
    expect(papers.file).toContain(papers.cii);
  });
});
