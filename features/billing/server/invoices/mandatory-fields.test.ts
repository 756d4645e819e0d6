import { beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { renderCii } from './e-invoice/render-cii.ts';
import { renderUbl } from './e-invoice/render-ubl.ts';
import { toDocument } from './issue-document.ts';
import { drawInvoice } from './pdf/draw-invoice.ts';
import { readPdfTexts } from './testing/pdf-texts.ts';
import { caseNames, cases, fields, kinds, type Case, type Kind } from './testing/mandatory-fields.ts';
import { addVat } from './vat.ts';

const { provider } = readConfig({
  PROVIDER_NAME: 'Steward OÜ',
  PROVIDER_ADDRESS: 'Telliskivi 60a, 10412 Tallinn, Estonia',
  PROVIDER_VAT_NUMBER: 'EE102030402',
  PROVIDER_REGISTRATION_NUMBER: '12345678',
});

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
