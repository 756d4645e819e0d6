import { formatShortDay } from '#contract/calendar/formats.ts';
import { recordWords } from '#features/billing/contract/invoice-words.ts';
import { formatEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { createSheet, finishSheet, inks, inner } from '#server/lib/pdf/sheet.ts';

/** A bill as the company has noted it. Dates are calendar days. */
export interface RecordSheet {
  readonly number: string;
  readonly company: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly total: TenThousandths;
  readonly status: string;
  /** The user who added it. */
  readonly addedBy: string | null;
  /** The creation date of the file. */
  readonly madeAt: Date;
}

const labelWidth = 110;

/** A sheet that no one takes for an invoice: no seller, VAT, bank account, reference or code, and no sign of the portal. */
export function drawRecord(record: RecordSheet, { compress = true } = {}): Promise<Uint8Array> {
  const { number, company, issueDate, dueDate, total, status, addedBy, madeAt } = record;
  const sheet = createSheet({ title: `${recordWords} ${number}`, author: company, madeAt, compress });
  const whole = { x: inner.left, width: inner.width };
  let next = sheet.write(recordWords, 56, { ...whole, size: 22, weight: 'strong', tag: 'H1' }) + 4;
  next = sheet.write(number, next, { ...whole, size: 12, color: inks.soft }) + 10;
  const note =
    'This is no invoice: the company has entered it for itself. Nothing is to be paid by it, and it has no VAT.';
  next = sheet.write(note, next, { ...whole, color: inks.soft }) + 14;
  sheet.rule(next);
  next += 14;
  const facts = [
    ['Company', company],
    ['Issue date', formatShortDay(issueDate)],
    ['Due date', formatShortDay(dueDate)],
    ['Total', formatEuros(total)],
    ['Status', status],
    ...(addedBy === null ? [] : [['Added by', addedBy]]),
  ];
  for (const [label = '', value = ''] of facts) {
    sheet.write(label, next, { x: inner.left, width: labelWidth, color: inks.faint });
    next = sheet.write(value, next, { x: inner.left + labelWidth, width: inner.width - labelWidth }) + 4;
  }
  return finishSheet(sheet);
}
