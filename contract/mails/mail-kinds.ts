/** Constants of the mails, without schemas, so that pages load them without zod. */

/** The kinds of notifications, named like the notification settings of section 3. */
export const mailKinds = [
  'announcements',
  'maintenance',
  'newSkills',
  'accountLimit',
  'budgetWarning',
  'spendingDigest',
] as const;
export type MailKind = (typeof mailKinds)[number];

export const announcementMaxLength = 5000;
export const unsubscribeTokenMaxLength = 200;
