import type { MailKind } from '#contract/mails/mail-kinds.ts';
import { mailKinds } from '#contract/mails/mail-kinds.ts';

/** As the settings above the history name them. */
export const kindNames: Readonly<Record<MailKind, string>> = {
  announcements: 'Announcement',
  maintenance: 'Maintenance',
  newSkills: 'New skills',
  accountLimit: 'Account limit',
  budgetWarning: 'Budget warning',
  spendingDigest: 'Spending digest',
};

const plurals: Readonly<Record<MailKind, string>> = {
  announcements: 'announcements',
  maintenance: 'news of maintenance',
  newSkills: 'news of skills',
  accountLimit: 'notices of reached limits',
  budgetWarning: 'budget warnings',
  spendingDigest: 'spending digests',
};

/** What somebody gets no more of. */
export const namePlural = (kind: MailKind): string => plurals[kind];

/** The kind that a link to unsubscribe is about; undefined where it is cut short or none at all. */
export function findKind(token: string): MailKind | undefined {
  const parts = token.split('.');
  return parts.length === 4 ? mailKinds.find((kind) => kind === parts[2]) : undefined;
}
