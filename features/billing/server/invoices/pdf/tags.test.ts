import { expect, test } from 'vitest';
import { addVat } from '../vat.ts';
import { drawQrCells } from '../qr-cells.ts';
import { readPdfTags, type Tag } from '../testing/pdf-tags.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { drawInvoice } from './draw-invoice.ts';

const terms = { treatment: 'domestic', rate: 24_000, customerVatNumber: null, reason: null } as const;
const count = 300;
const document: InvoiceDocument = {
  product: 'Steward',
  number: 'ACME-2026-0007',
  issueDate: '2026-11-01',
  dueDate: '2026-11-15',
  period: '2026-10-01',
  customerReference: null,
  seller: { name: 'Steward OÜ', lines: ['Telliskivi 60a'] },
  customer: { name: 'Ελληνική Εταιρεία', lines: ['Αθήνα'] },
  logo: null,
  lines: Array.from({ length: count }, (_, index) => ({
    description: `Skill ${index}`,
    requests: index % 2 === 0 ? 5 : null,
    price: index % 2 === 0 ? 10_000 : null,
    total: 50_000,
  })),
  total: 18_600_000,
  vat: addVat([{ net: 15_000_000, terms }]),
  payment: {
    name: 'Steward OÜ',
    iban: 'EE382200221020145685',
    bic: null,
    reference: 'RF18539007547034',
    qrCode: drawQrCells('BCD\n002'),
  },
  contact: 'support@steward.example',
  madeAt: new Date('2026-11-01T08:00:00Z'),
};

const listAll = (tags: readonly Tag[]): Tag[] => tags.flatMap((tag) => [tag, ...listAll(tag.children)]);

test('a paper of 300 lines is one tagged table in reading order, in its language, and what is repeated is passed over', async () => {
  const bytes = await drawInvoice(document);
  const pdf = Buffer.from(bytes).toString('latin1');
  expect(pdf).toMatch(/\/Lang \(en\)/);
  expect(pdf).toMatch(/\/Marked true/);
  const [root, ...others] = readPdfTags(bytes);
  expect([root?.type, others]).toEqual(['Document', []]);
  const parts = root?.children ?? [];
  const places = ['H1', 'H2', 'Table', 'Figure'].map((type) => parts.findIndex((part) => part.type === type));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
  const [table, ...tables] = listAll(parts).filter(({ type }) => type === 'Table');
  expect(tables).toEqual([]);
  const rows = table?.children.map((row) => row.children.map(({ type }) => type).join(' ')) ?? [];
  expect(rows).toEqual(['TH TH TH TH', ...Array.from({ length: count }, () => 'TD TD TD TD')]);
  expect(
    listAll(parts)
      .filter(({ type }) => type === 'Figure')
      .map(({ alt }) => alt),
  ).toEqual(['Payment code with the bank details above']);
});

test('everything that is drawn is an element or decoration', async () => {
  const text = Buffer.from(await drawInvoice(document, { compress: false })).toString('latin1');
  const streams = [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body = '']) => body);
  const pages = streams.filter((body) => body.includes('BDC'));
  expect(pages.length).toBeGreaterThan(3);
  const bare: string[] = [];
  for (const page of pages) {
    let depth = 0;
    for (const row of page.split('\n')) {
      if (/ (?:BDC|BMC)$/.test(row)) depth += 1;
      if (row === 'EMC') depth -= 1;
      if (/(?:\] TJ|^f|^S|\bDo)$/.test(row)) bare.push(...(depth === 0 ? [row] : []));
    }
    expect(depth).toBe(0);
  }
  expect(bare).toEqual([]);
});
