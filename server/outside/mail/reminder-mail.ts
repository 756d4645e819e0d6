import { formatDay } from '#contract/calendar/formats.ts';
import { grossWords } from '#features/billing/contract/vat-words.ts';
import { formatEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { splitParagraphs, type MailMessage } from './mail-layout.ts';

/** A reminder of an invoice of which something is owed, in the words of the provider. */
export interface ReminderFacts {
  about: 'reminder';
  id: string;
  number: string;
  dueDay: string;
  total: TenThousandths;
  /** The rest that is to be paid. */
  open: TenThousandths;
  subject: string;
  body: string;
  /** Texts of the provider, without the values that are filled in: only addresses of these become links. */
  own: string;
}

/** The mail of a reminder. `url` is the page of its invoice. */
export function reminderMessage(
  { number, dueDay, total, open, subject, body, own }: ReminderFacts,
  url: string,
): MailMessage {
  return {
    subject,
    heading: subject,
    paragraphs: splitParagraphs(body),
    tables: [
      {
        title: `Invoice ${number}`,
        rows: [
          { label: 'Due date', value: formatDay(dueDay) },
          ...(open === total ? [] : [{ label: 'Total', value: `${formatEuros(total)} ${grossWords}` }]),
          { label: 'To be paid', value: `${formatEuros(open)} ${grossWords}` },
        ],
      },
    ],
    action: { label: 'Open the invoice', url },
    note: 'The invoice is attached, with the bank details.',
    addresses: own.split(/\s+/),
  };
}
