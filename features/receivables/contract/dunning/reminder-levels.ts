/* Without schemas, because the browser reads it too. */

/** Values that a reminder can say of its invoice, by name, with the words that explain them. */
export const reminderPlaceholders = {
  invoice: 'number of the invoice',
  amount: 'what is still to be paid, with the currency',
  dueDay: 'due day',
  days: 'days until or since the due day, e.g. 14 days',
  company: 'name of the customer',
  issuer: 'your name',
} as const;

export type ReminderPlaceholder = keyof typeof reminderPlaceholders;

const placeholderNames = Object.keys(reminderPlaceholders) as readonly ReminderPlaceholder[];

/** Days relative to the due day: below 0 before it. */
export const reminderDays = { min: -60, max: 365 } as const;
export const mostReminderLevels = 8;
export const reminderSubjectMaxLength = 150;
export const reminderBodyMaxLength = 3000;
export const suspensionDays = { min: 1, max: 365 } as const;

/** A level: when a reminder is sent, and its words. */
export interface ReminderLevel {
  /** Stays when days and words change, so that an invoice gets it once. */
  readonly id: string;
  readonly days: number;
  readonly subject: string;
  readonly body: string;
}

const toDefaultId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

/** The levels of a provider that has set none. */
export const defaultReminderLevels: readonly ReminderLevel[] = [
  {
    id: toDefaultId(1),
    days: -3,
    subject: 'Invoice {invoice} is due on {dueDay}',
    body: `Invoice {invoice} over {amount} is due on {dueDay}.

If you have already paid it, no action is needed.`,
  },
  {
    id: toDefaultId(2),
    days: 3,
    subject: 'Invoice {invoice} is overdue',
    body: `Invoice {invoice} was due on {dueDay}, and {amount} is still open. Payments take a few days to arrive: if you have already paid, please ignore this e-mail.

Otherwise please pay within the next seven days.`,
  },
  {
    id: toDefaultId(3),
    days: 14,
    subject: 'Second reminder: invoice {invoice} is overdue',
    body: `Invoice {invoice} was due on {dueDay}, {days} ago, and {amount} is still open.

Please pay within the next seven days, or let us know if something is wrong with the invoice.`,
  },
  {
    id: toDefaultId(4),
    days: 30,
    subject: 'Final reminder: invoice {invoice} is overdue',
    body: `Invoice {invoice} was due on {dueDay}, {days} ago, and we have not received {amount} despite our reminders.

Please pay within the next seven days. Otherwise {issuer} may suspend the paid features of {company}. If you cannot pay now, contact us and we will find a solution.`,
  },
];

/** Names in braces that are no placeholder, and braces that are not closed. */
export function findUnknownPlaceholders(text: string): string[] {
  const names: readonly string[] = placeholderNames;
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !names.includes(name));
  const rest = text.replaceAll(/\{[^{}]*\}/g, '');
  return [...unknown, ...(/[{}]/.test(rest) ? ['{ or }'] : [])];
}

/** The text with the values of its placeholders. A value that looks like a placeholder stays as it is. */
export const fillPlaceholders = (text: string, values: Readonly<Record<ReminderPlaceholder, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? values[name as ReminderPlaceholder] : whole,
  );

/** '3 days before the due day', 'on the due day', '1 day after the due day'. */
export function describeReminderDays(days: number): string {
  if (days === 0) return 'on the due day';
  const count = Math.abs(days);
  return `${count === 1 ? '1 day' : `${count} days`} ${days < 0 ? 'before' : 'after'} the due day`;
}
