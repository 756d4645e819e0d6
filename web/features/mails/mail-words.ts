import type { MailKind } from '#contract/mails/mail-kinds.ts';
import { mailKinds } from '#contract/mails/mail-kinds.ts';

/** The names of the kinds in the notification settings. */
export const kindNames: Readonly<Record<MailKind, string>> = {
  announcements: 'Announcement',
  maintenance: 'Maintenance',
  newSkills: 'New skills',
  accountLimit: 'Account limit',
  budgetWarning: 'Budget warning',
  spendingDigest: 'Spending digest',
  invoices: 'Invoice',
};

const plurals: Readonly<Record<MailKind, string>> = {
  announcements: 'announcements',
  maintenance: 'maintenance notices',
  newSkills: 'new skill notices',
  accountLimit: 'account limit alerts',
  budgetWarning: 'budget warnings',
  spendingDigest: 'spending digests',
  invoices: 'invoices',
};

/** 'announcements', for the page that unsubscribes from them. */
export const namePlural = (kind: MailKind): string => plurals[kind];

/** The kind of mail in the token of an unsubscribe link; undefined for an incomplete token. */
export function findKind(token: string): MailKind | undefined {
  const parts = token.split('.');
  return parts.length === 4 ? mailKinds.find((kind) => kind === parts[2]) : undefined;
}
