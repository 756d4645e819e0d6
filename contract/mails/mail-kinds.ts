/** Plain words of the mails, which pages carry without the schemas. */

/** The kinds of mail are the notification settings of section 3, each by its name. */
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
