/** Constants of the mails, without schemas, so that pages load them without zod. */

/** The kinds of notifications: those of the notification settings of section 3, and invoices. */
export const mailKinds = [
  'announcements',
  'maintenance',
  'newSkills',
  'accountLimit',
  'budgetWarning',
  'spendingDigest',
  'invoices',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** Who gets a kind of mail: the administrators, the contact person, or both. */
export const recipientChoices = ['both', 'contact', 'administrators'] as const;
export type RecipientChoice = (typeof recipientChoices)[number];

export const announcementMaxLength = 5000;
export const unsubscribeTokenMaxLength = 200;
