import { mailKinds, type SentMailKind } from '#features/mail/contract/mail-kinds.ts';
import type { SentMailRow } from '#features/mail/contract/mails.ts';

/** The names of the kinds in the notification settings. */
export const kindNames: Readonly<Record<SentMailKind, string>> = {
  announcements: 'Announcement',
  maintenance: 'Maintenance',
  newSkills: 'New skills',
  accountLimit: 'Account limit',
  budgetWarning: 'Budget warning',
  spendingDigest: 'Spending digest',
  invoices: 'Invoice',
  signUps: 'Waiting sign-ups',
  report: 'E-mail report',
};

/** Why a mail did not reach the mail server; undefined where it did, and until it is known. */
export function describeFailure({
  delivery,
  deliveryReason,
}: Pick<SentMailRow, 'delivery' | 'deliveryReason'>): string | undefined {
  const reason = deliveryReason === null ? '' : `: ${deliveryReason}`;
  if (delivery === 'failed') return `Not delivered${reason}`;
  return delivery === 'delayed' ? `Delayed, it is tried again${reason}` : undefined;
}

const plurals: Readonly<Record<SentMailKind, string>> = {
  announcements: 'announcements',
  maintenance: 'maintenance notices',
  newSkills: 'new skill notices',
  accountLimit: 'account limit alerts',
  budgetWarning: 'budget warnings',
  spendingDigest: 'spending digests',
  invoices: 'invoices',
  signUps: 'notices of waiting sign-ups',
  report: 'this report',
};

/** 'announcements', for the page that unsubscribes from them. */
export const namePlural = (kind: SentMailKind): string => plurals[kind];

/** Finds the kind of mail that the token of an unsubscribe link stops; undefined for an incomplete token. */
export function findKind(token: string): SentMailKind | undefined {
  const parts = token.split('.');
  if (parts.length !== 4) return undefined;
  return parts[2]?.startsWith('report-') ? 'report' : mailKinds.find((kind) => kind === parts[2]);
}
