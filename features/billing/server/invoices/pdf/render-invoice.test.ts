import sharp from 'sharp';
import { expect, test } from 'vitest';
import { greyPng } from '#server/testing/pictures.ts';
import { addVat, splitAsIssued } from '../vat.ts';
import { drawQrCells } from '../qr-cells.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { renderInvoice } from './render-invoice.ts';
import { toPlainText } from '#server/lib/pdf/sheet.ts';
import { orderRuns, placeCharacters } from '#server/lib/pdf/text-runs.ts';
import { readPdfTexts } from '../testing/pdf-texts.ts';

const line = (index: number) => ({
  description: `Skill number ${index}`,
  requests: 1234,
  price: 12_500,
  total: 15_425_000,
});

const domestic = { treatment: 'domestic', rate: 24_000, customerVatNumber: null, reason: null } as const;
const reverseCharge = {
  ...domestic,
  treatment: 'reverseCharge',
  rate: 0,
  customerVatNumber: 'NL004495445B01',
} as const;
const reversed = addVat([{ net: 215_950_000, terms: reverseCharge }]);

const makeDocument = (values: Partial<InvoiceDocument> = {}): InvoiceDocument => ({
  product: 'Steward',
  number: 'ACME-2026-0007',
  issueDate: '2026-11-01',
  dueDate: '2026-11-15',
  period: '2026-10-01',
  customerReference: 'PO 4500012345',
  seller: { name: 'Steward OÜ', lines: ['Telliskivi 60a', 'VAT EE102030402'] },
  customer: { name: 'Acme Manufacturing', lines: ['Peterburi tee 46'] },
  logo: null,
  lines: Array.from({ length: 14 }, (_, index) => line(index)),
  total: 267_778_000,
  vat: addVat([{ net: 215_950_000, terms: domestic }]),
  payment: {
    name: 'Steward OÜ',
    iban: 'EE382200221020145685',
    bic: 'HABAEE2X',
    reference: 'RF18539007547034',
    qrCode: drawQrCells('BCD\n002'),
  },
  contact: 'support@steward.example',
  madeAt: new Date('2026-11-01T08:00:00Z'),
  ...values,
});

const toPdf = (document: InvoiceDocument) => renderInvoice(document);
const toText = async (document: InvoiceDocument) =>
  Buffer.from(await renderInvoice(document, { compress: false })).toString('latin1');

test('the paper says what is billed, to whom, by whom and how it is paid', async () => {
  const text = readPdfTexts(await toPdf(makeDocument()));
  for (const words of [
    'ACME-2026-0007',
    'Acme Manufacturing',
    'Steward OÜ',
    '15 Nov 2026',
    'October 2026',
    'Skill number 13',
    '1,234',
    '€1.25',
    '€1,542.50',
    'PO 4500012345',
    'Net',
    'VAT 24%',
    'Gross, total to pay',
    'VAT 24%',
    '€5,182.80',
    '€26,777.80',
    'Net per request',
    'Net amount',
    'EE38 2200 2210 2014 5685',
    'RF18 5390 0754 7034',
    'Bank transfer takes 2-3 business days.',
    'page 1 of 1',
  ]) {
    expect(text).toContain(words);
  }
});

test('a customer elsewhere in the Union reads who owes the VAT', async () => {
  const text = readPdfTexts(await toPdf(makeDocument({ vat: reversed })));
  expect(text).toContain('VAT 0%, reverse charge');
  expect(text).toContain('NL004495445B01');
});

test('parts of different rates and treatments stand each with their sum and what the law asks to be said', async () => {
  const vat = addVat([
    { net: 1_000_000, terms: domestic },
    { net: 500_000, terms: { ...domestic, rate: 22_000 } },
    { net: 300_000, terms: { ...domestic, treatment: 'outsideUnion', rate: 0 } },
    { net: 200_000, terms: { ...domestic, treatment: 'exempt', rate: 0, reason: 'Article 151 (1) (b)' } },
  ]);
  const text = readPdfTexts(await toPdf(makeDocument({ vat, total: vat.total })));
  for (const words of [
    'VAT 24% on €100.00',
    '€24.00',
    'VAT 22% on €50.00',
    '€11.00',
    '€235.00',
    'Article 44',
    'Article 151 (1) (b).',
  ]) {
    expect(text).toContain(words);
  }
});

test('lines of before say that they include VAT', async () => {
  const vat = splitAsIssued(1_240_000, { percent: 24, isReverseCharge: false, customerVatNumber: null });
  const text = readPdfTexts(await toPdf(makeDocument({ vat, total: vat.total })));
  expect(text).toContain('The prices and amounts of the lines include VAT.');
});

test('sixteen lines are one page, with the longest parties, a logo, a reference and reverse charge', async () => {
  const document = makeDocument({
    lines: Array.from({ length: 16 }, (_, index) => line(index)),
    logo: greyPng(248, 64),
    seller: { name: 'Steward OÜ', lines: ['Telliskivi 60a', '10412 Tallinn', 'Estonia', 'Reg.', 'VAT EE102030402'] },
    customer: { name: 'Acme Manufacturing', lines: ['1', '2', '3', '4', '5', 'VAT NL004495445B01'] },
    vat: reversed,
  });
  expect(readPdfTexts(await toPdf(document))).toContain('page 1 of 1');
});

test('it is a PDF/A-3b with its fonts embedded and nothing that runs or leads elsewhere', async () => {
  const pdf = await toText(makeDocument());
  expect(pdf).toMatch(/^%PDF-1\.7/);
  expect(pdf).toMatch(/<pdfaid:part>3<\/pdfaid:part>/);
  expect(pdf).toMatch(/<pdfaid:conformance>B<\/pdfaid:conformance>/);
  expect(pdf).toContain('/OutputIntents');
  expect(pdf.match(/\/FontFile[23]/g)?.length).toBe(2);
  expect(pdf).not.toMatch(/Helvetica|\/JavaScript|\/JS\b|\/URI|\/Launch|\/OpenAction|\/AA\b|\/EmbeddedFile/);
});

test('many lines run over pages that all have heads and numbers', async () => {
  const document = makeDocument({ lines: Array.from({ length: 120 }, (_, index) => line(index)) });
  const text = readPdfTexts(await toPdf(document));
  expect(text).toContain('page 4 of 4');
  expect(text).toContain('Skill number 119');
});

test('an invoice of a company with every skill stays small', async () => {
  const document = makeDocument({ lines: Array.from({ length: 60 }, (_, index) => line(index)) });
  expect((await renderInvoice(document)).length).toBeLessThan(60_000);
});

test('what no face draws, what is not seen and what turns the direction is not drawn', () => {
  const drawn = (text: string) =>
    placeCharacters(toPlainText(text))
      .map(({ character }) => character)
      .join('');
  expect(drawn('a\u202Eb\u0000c\nd\u200Be🧾')).toBe('ab c de?');
  expect(drawn('㈜한국 ㈱日本')).toBe('(주)한국 ㈱日本');
});

test.each([
  ['greek', 'Ελληνική Εταιρεία Α.Ε.'],
  ['hebrew', 'חברת ישראל'],
  ['arabic', 'شركة الاتصالات'],
  ['georgian', 'საქართველოს კომპანია'],
  ['armenian', 'Հայկական ընկերություն'],
  ['thai', 'บริษัท ไทย จำกัด (มหาชน)'],
  ['devanagari', 'भारतीय कंपनी लिमिटेड'],
  ['chinese', '北京东方贸易公司'],
  ['japanese', '東京工業株式会社'],
  ['korean', '주식회사 한국'],
  ['latin-extended', 'Ɓala Ɗan'],
])('names in %s are drawn as they were typed', async (face, name) => {
  const placed = placeCharacters(toPlainText(name));
  expect(placed.map(({ character }) => character).join('')).toBe(name);
  expect(new Set(placed.map((each) => each.face.name))).toContain(face);
  const customer = { name, lines: [`${name} ${name} ${name} ${name}`] };
  const pdf = await toText(makeDocument({ customer, lines: [{ ...line(1), description: name }] }));
  const fontFiles = pdf.match(/\/FontFile[23]/g)?.length ?? 0;
  expect(fontFiles).toBeGreaterThan(2);
  // No glyph is missing: PDF/A allows no .notdef.
  const glyphs = pdf.split('\n').filter((row) => row.endsWith('] TJ'));
  expect(glyphs.filter((row) => /<(?:[0-9a-f]{4})*?0000(?:[0-9a-f]{4})*>/.test(row))).toEqual([]);
});

test('a name that is read from the right keeps its direction, and what is beside it its own', () => {
  const seen = (text: string) => orderRuns(placeCharacters(text)).map((run) => run.text);
  expect(seen('אבג דה')).toEqual(['דה', ' ', 'אבג']);
  expect(seen('PO אבג 12')).toEqual(['PO', ' ', '12', ' ', 'אבג']);
  expect(seen('אבג (2026)')).toEqual(['(', '2026', ')', ' ', 'אבג']);
});

test('hostile texts are words on the paper', async () => {
  const number = ') Tj /JS (app.alert(1)) \\( <script>';
  const text = readPdfTexts(await toPdf(makeDocument({ number })));
  expect(text).toContain(number);
});

test.each([
  ['PNG', greyPng(248, 64)],
  ['JPEG', await sharp(greyPng(20, 20)).jpeg().toBuffer()],
  [
    'PNG with transparency',
    await sharp({ create: { width: 9, height: 9, channels: 4, background: '#f008' } })
      .png()
      .toBuffer(),
  ],
])('the logo of the customer is a picture of the document: %s', async (_kind, logo) => {
  expect(await toText(makeDocument())).not.toContain('/Subtype /Image');
  expect(await toText(makeDocument({ logo }))).toContain('/Subtype /Image');
});
