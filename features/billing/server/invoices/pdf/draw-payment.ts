import { formatEuros } from '#features/money/contract/money.ts';
import { groupByFour } from '../creditor-reference.ts';
import { addPage } from '#server/lib/pdf/parts.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { inks, inner, page, type Sheet } from '#server/lib/pdf/sheet.ts';

const qrSide = 92;
const space = 12;
const height = 118;

/** Draws the bank details, the reference and the QR code of the transfer. */
export function drawPayment(sheet: Sheet, invoice: InvoiceDocument, y: number): void {
  const { payment, total } = invoice;
  const fits = y + space + height <= page.height - page.foot;
  const top = fits ? y + space : addPage(sheet);
  sheet.rule(top);
  const width = inner.width - qrSide - 24;
  let next =
    sheet.write('Payment by bank transfer', top + 10, { x: inner.left, width, size: 11, weight: 'strong', tag: 'H2' }) +
    3;
  const facts = [
    ['Recipient', payment.name],
    ['IBAN', groupByFour(payment.iban)],
    ...(payment.bic === null ? [] : [['BIC', payment.bic]]),
    ['Reference', groupByFour(payment.reference)],
    ['Amount', formatEuros(total)],
  ];
  for (const [label = '', value = ''] of facts) {
    sheet.write(label, next, { x: inner.left, width: 70, color: inks.faint });
    next = sheet.write(value, next, { x: inner.left + 74, width: width - 74 });
  }
  sheet.write(
    'Bank transfer takes 2-3 business days. Please quote the reference so we can match your payment.',
    next + 3,
    {
      x: inner.left,
      width,
      size: 8,
      color: inks.faint,
    },
  );
  if (payment.qrCode) drawCode(sheet, payment.qrCode, { x: inner.right - qrSide, y: top + 10 });
}

/** Says that nothing is to be paid for a credit note. */
export function drawCredit(sheet: Sheet, y: number): void {
  const fits = y + space + 40 <= page.height - page.foot;
  const top = fits ? y + space : addPage(sheet);
  sheet.rule(top);
  const words =
    'Nothing is to be paid for this credit note: its total reduces what the invoice asks for, or is paid back where the invoice has been paid.';
  sheet.write(words, top + 10, { x: inner.left, width: inner.width, color: inks.soft });
}

function drawCode(sheet: Sheet, { size, path }: { size: number; path: string }, at: { x: number; y: number }) {
  const { pdf, write } = sheet;
  sheet.figure('Payment code with the bank details above', () => {
    pdf
      .save()
      .translate(at.x, at.y)
      .scale(qrSide / size)
      .path(path)
      .fill('#000000');
    pdf.restore();
  });
  write('Scan with your banking app', at.y + qrSide + 2, {
    x: at.x - 10,
    width: qrSide + 10,
    size: 7,
    color: inks.faint,
    align: 'right',
  });
}
