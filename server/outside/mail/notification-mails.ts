import { grossWords, netWords } from '#features/billing/contract/vat-words.ts';
import type { MailKind } from '#features/mail/contract/mail-kinds.ts';
import { formatEuros, type TenThousandths } from '#features/money/contract/money.ts';
import { budgetMessage, ownBudgetMessage, type BudgetFacts } from './budget-mails.ts';
import { digestMessage, type DigestFacts } from './digest-mail.ts';
import { formatDay, formatMonth, formatTime } from '#contract/calendar/formats.ts';
import { getDay } from '#contract/calendar/zones.ts';
import { forecastMessage, type ForecastFacts } from './forecast-mail.ts';
import { intakeKeyMessage, type IntakeKeyFacts } from './intake-key-mail.ts';
import { renderMail, splitParagraphs, type MailBrand, type MailMessage } from './mail-layout.ts';
import { signUpMessage, type SignUpFacts } from './sign-up-mail.ts';
import { reminderMessage, type ReminderFacts } from './reminder-mail.ts';
import type { MailContent } from './mail.ts';

/** A limit of support of which `percent` is spent: that of a type, or of all support where `type` is empty. */
export interface SupportFacts {
  about: 'support';
  percent: 50 | 80 | 100;
  type: string;
  month: string;
  total: TenThousandths;
  limit: TenThousandths;
}

/** An issued invoice or credit note, whose files are attached. */
export interface InvoiceFacts {
  about: 'invoice';
  id: string;
  number: string;
  /** First day of the month that it bills; null for other invoices and credit notes. */
  month: string | null;
  dueDate: string;
  total: TenThousandths;
  /** Null for invoices of before, whose VAT is in their lines. */
  net: TenThousandths | null;
  vat: TenThousandths | null;
  /** Number of the invoice that a credit note corrects, and why; null for an invoice. */
  corrects: string | null;
  reason: string | null;
  /** Whether it can be had as XML too. */
  hasXml: boolean;
}

/** An integration that broke, or works again. */
export interface IntegrationFacts {
  about: 'integration';
  name: string;
  turn: 'broken' | 'recovered';
  /** When it failed first, or works again, in milliseconds. */
  at: number;
  /** Report of the last test; empty for an integration that works again. */
  failure: string;
}

export type NotificationFacts =
  | BudgetFacts
  | DigestFacts
  | ForecastFacts
  | InvoiceFacts
  | IntakeKeyFacts
  | IntegrationFacts
  | ReminderFacts
  | SignUpFacts
  | SupportFacts
  | { about: 'newSkills'; names: string[] }
  | { about: 'announcement'; title: string; body: string };

/** A notification of the kind `kind` to a company's subscribers. */
export interface CompanyNotification {
  kind: MailKind;
  companyName: string;
  /** IANA name of the zone of months and weeks. */
  timeZone: string;
  facts: NotificationFacts;
  /** False for a contact person who is no administrator. */
  isAdministrator?: boolean;
}

const kindLabels: Readonly<Record<MailKind, string>> = {
  announcements: 'announcements',
  maintenance: 'maintenance notices',
  newSkills: 'new skill notices',
  accountLimit: 'account limit alerts',
  budgetWarning: 'budget warnings',
  spendingDigest: 'spending digests',
  invoices: 'invoices',
  signUps: 'notices of waiting sign-ups',
};

/** `unsubscribeUrl` names the reader; undefined for the address that a company has entered for its invoices. */
export function notificationMail(
  brand: MailBrand,
  notification: CompanyNotification,
  unsubscribeUrl: string | undefined,
): MailContent {
  const { note, ...message } = toMessage(brand, notification);
  if (unsubscribeUrl === undefined) {
    const why = `You receive this e-mail because ${notification.companyName} has entered this address for its invoices.`;
    return renderMail(brand, { ...message, note: [note, why].filter(Boolean).join(' ') });
  }
  const why = `You receive this e-mail because ${notification.companyName} subscribes to these notifications and ${describeReader(notification)}.`;
  return renderMail(brand, {
    ...message,
    note: [note, why].filter(Boolean).join(' '),
    unsubscribe: { label: `Unsubscribe from ${kindLabels[notification.kind]}`, url: unsubscribeUrl },
  });
}

function describeReader({ facts, isAdministrator }: CompanyNotification): string {
  if (facts.about === 'budget' && facts.isReaders === true) return 'the limit is yours';
  return isAdministrator === false ? 'you are its contact person' : 'you are one of its administrators';
}

function toMessage(brand: MailBrand, notification: CompanyNotification): MailMessage {
  const { facts } = notification;
  const page = (path: string) => `${brand.baseUrl}${path}`;
  switch (facts.about) {
    case 'budget':
      return facts.isReaders === true
        ? ownBudgetMessage(notification, facts, page('/settings#limit'))
        : budgetMessage(notification, facts, page(facts.owner ? '/settings/usage/limits' : '/settings/usage'));
    case 'digest':
      return digestMessage(notification, facts, page('/settings/usage'));
    case 'forecast':
      return forecastMessage(notification, facts, page('/settings/usage'));
    case 'invoice':
      return invoiceMessage(brand, facts, page(`/settings/billing?invoice=${facts.id}`));
    case 'integration':
      return integrationMessage(notification, facts, page('/integrations'));
    case 'intakeKey':
      return intakeKeyMessage(notification, facts, page(`/integrations/intake/${facts.id}`));
    case 'reminder':
      return reminderMessage(facts, page(`/settings/billing?invoice=${facts.id}`));
    case 'signUps':
      return signUpMessage(notification, facts, page('/companies?only=waitingApprovals'));
    case 'support':
      return supportMessage(notification, facts, page('/settings/usage/support'));
    case 'newSkills':
      return newSkillsMessage(brand, facts.names, page('/skills'));
    case 'announcement':
      return {
        subject: facts.title,
        heading: facts.title,
        paragraphs: splitParagraphs(facts.body),
        note: '',
        addresses: facts.body.split(/\s+/),
      };
  }
}

function supportMessage(
  { companyName, timeZone }: CompanyNotification,
  { percent, type, total, limit, ...facts }: SupportFacts,
  usageUrl: string,
): MailMessage {
  const month = formatMonth(facts.month);
  const whose = `${type === '' ? 'Support' : `${type} support`} at ${companyName}`;
  const isReached = percent === 100;
  const subject = isReached
    ? `${whose} has reached its limit for ${month}`
    : `${whose} has used ${percent}% of its limit for ${month}`;
  return {
    subject,
    heading: isReached ? 'The limit has been reached' : `${percent}% of the limit has been used`,
    paragraphs: [`${subject}.`, 'Support is not stopped by its limit. Agree with us how to continue.'],
    tables: [
      {
        title: month,
        rows: [
          { label: 'Spent', value: formatEuros(total) },
          { label: 'Limit', value: formatEuros(limit) },
        ],
      },
    ],
    action: { label: 'Open the usage dashboard', url: usageUrl },
    note: `Amounts are ${netWords}. Months follow the ${timeZone} time zone.`,
  };
}

function invoiceMessage(brand: MailBrand, facts: InvoiceFacts, url: string): MailMessage {
  const { number, month, dueDate, total, net, vat, corrects, reason, hasXml } = facts;
  const isCreditNote = corrects !== null;
  const name = `${isCreditNote ? 'Credit note' : 'Invoice'} ${number}`;
  const about = isCreditNote ? ` for invoice ${corrects}` : month === null ? '' : ` for ${formatMonth(month)}`;
  const files = hasXml ? 'The PDF and the electronic invoice (XML) are attached.' : 'The PDF is attached.';
  return {
    subject: `${name}${about}`,
    heading: name,
    paragraphs: [
      `${brand.provider} has issued ${isCreditNote ? 'a credit note' : 'the invoice'}${about}.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      files,
    ],
    tables: [
      {
        title: name,
        rows: [
          ...(net === null ? [] : [{ label: 'Net', value: formatEuros(net) }]),
          ...(vat === null ? [] : [{ label: 'VAT', value: formatEuros(vat) }]),
          { label: isCreditNote ? 'Total credited' : 'Total', value: `${formatEuros(total)} ${grossWords}` },
          ...(isCreditNote ? [] : [{ label: 'Due date', value: formatDay(dueDate) }]),
        ],
      },
    ],
    action: { label: isCreditNote ? 'Open the credit note' : 'Open the invoice', url },
    note: isCreditNote
      ? 'The amount reduces what the invoice asks for, or is paid back where the invoice has been paid.'
      : 'Payment is by bank transfer; the PDF has the bank details.',
  };
}

function integrationMessage(
  { companyName, timeZone }: CompanyNotification,
  { name, turn, at, failure }: IntegrationFacts,
  url: string,
): MailMessage {
  const time = `${formatDay(getDay(at, timeZone))}, ${formatTime(at, timeZone)} (${timeZone})`;
  const action = { label: 'Open the integrations', url };
  if (turn === 'recovered') {
    return {
      subject: `${name} at ${companyName} works again`,
      heading: 'The integration works again',
      paragraphs: [`The connection test of ${name} has succeeded since ${time}.`],
      action,
      note: '',
    };
  }
  return {
    subject: `${name} at ${companyName} is not working`,
    heading: 'An integration is not working',
    paragraphs: [
      `The connection tests of ${name} have failed since ${time}.`,
      `The last test reported: ${failure}`,
      'Assistants that use it may fail too. Check its settings, then test the connection. You get one e-mail when it works again.',
    ],
    action,
    note: '',
  };
}

function newSkillsMessage(brand: MailBrand, names: readonly string[], storeUrl: string): MailMessage {
  const [first = ''] = names;
  const isOne = names.length === 1;
  return {
    subject: isOne ? `A new skill in the skill store: ${first}` : `${names.length} new skills in the skill store`,
    heading: isOne ? 'A new skill' : 'New skills',
    paragraphs: [
      isOne
        ? `${brand.provider} has added ${first} to the skill store.`
        : `${brand.provider} has added these to the skill store:`,
      ...(isOne ? [] : names),
    ],
    action: { label: 'Open the skill store', url: storeUrl },
    note: '',
  };
}
