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

/** What a link unsubscribes from: a kind of mail, or one report. */
type Stopped = MailKind | 'report';

/** 'announcements', for the page that unsubscribes from them. */
export const namePlural = (kind: Stopped): string => (kind === 'report' ? 'this report' : plurals[kind]);

/** What the token of an unsubscribe link stops; undefined for an incomplete token. */
export function findKind(token: string): Stopped | undefined {
  const parts = token.split('.');
  if (parts.length !== 4) return undefined;
  return parts[2]?.startsWith('report-') ? 'report' : mailKinds.find((kind) => kind === parts[2]);
}
