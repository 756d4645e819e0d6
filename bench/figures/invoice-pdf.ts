import { renderInvoice } from '#features/billing/server/invoices/pdf/render-invoice.ts';
import { drawQrCells } from '#features/billing/server/invoices/qr-cells.ts';
import { addVat } from '#features/billing/server/invoices/vat.ts';
import { atMost, type Bench, type Reading } from '../figure.ts';
import { median, roundAll } from '../../harness/statistics.ts';

const skillCount = 14;

export const invoicePdf = {
  title: 'Invoice PDF',
  method: `One invoice of ${skillCount} skills with its QR code drawn as PDF/A-3b, one after the other: the median after the first, the slowest among them, and its size. The first also loads fonts and code.`,
  async measure({ isQuick }: Bench): Promise<Reading[]> {
    const runsMs: number[] = [];
    let bytes = 0;
    for (let run = 0; run < (isQuick ? 8 : 40); run += 1) {
      const startedAt = performance.now();
      bytes = (await renderInvoice(makeDocument(run))).length;
      runsMs.push(performance.now() - startedAt);
    }
    const [firstMs = 0, ...laterMs] = runsMs;
    return [
      atMost('median', '200 ms', median(laterMs), { runsMs: roundAll(laterMs) }),
      atMost('first', '200 ms', firstMs),
      atMost('slowest after the first', '200 ms', Math.max(...laterMs)),
      atMost('size', '60 kB', bytes / 1000),
    ];
  },
};

function makeDocument(run: number) {
  const lines = Array.from({ length: skillCount }, (_, place) => {
    const [requests, price] = [1200 + run * 7 + place, 4500 + place * 11];
    return { description: `Purchase order approval ${place + 1}`, requests, price, total: requests * price };
  });
  const total = Math.round(lines.reduce((sum, line) => sum + line.total, 0) / 100) * 100;
  const terms = { treatment: 'domestic', rate: 24_000, customerVatNumber: null, reason: null } as const;
  const vat = addVat([{ net: total, terms }]);
  const reference = 'RF39ACME20260007';
  const iban = 'EE382200221020145685';
  const epc = `BCD\n002\n1\nSCT\n\nSteward OÜ\n${iban}\nEUR1234.56\n\n${reference}`;
  return {
    product: 'Steward',
    number: 'ACME-2026-0007',
    issueDate: '2026-11-01',
    dueDate: '2026-11-15',
    customerReference: null,
    period: '2026-10-01',
    seller: { name: 'Steward OÜ', lines: ['Telliskivi 60a', '10412 Tallinn', 'Estonia', 'VAT EE102030402'] },
    logo: null,
    customer: { name: 'Acme Manufacturing', lines: ['Peterburi tee 46', '11415 Tallinn', 'Estonia'] },
    lines,
    total: vat.total,
    vat,
    payment: { name: 'Steward OÜ', iban, bic: null, reference, qrCode: drawQrCells(epc) },
    contact: 'support@steward.example · +372 600 0000',
    madeAt: new Date('2026-11-01T06:00:00Z'),
  };
}
