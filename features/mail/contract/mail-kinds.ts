/** Constants of the mails, without schemas, so that pages load them without zod. */

/** The kinds of notifications: those of the notification settings of section 3, invoices, and sign-ups that wait for the provider's approval. */
export const mailKinds = [
  'announcements',
  'maintenance',
  'newSkills',
  'accountLimit',
  'budgetWarning',
  'spendingDigest',
  'invoices',
  'signUps',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** The kinds of the history of mails. Reports are set up by their readers, and are no setting of the company. */
export const sentMailKinds = [...mailKinds, 'report'] as const;
export type SentMailKind = (typeof sentMailKinds)[number];

/** Outcomes of a mail at the mail server. */
export const mailDeliveries = ['sent', 'delayed', 'failed'] as const;

/** Who gets a kind of mail: the administrators, the contact person, or both. */
export const recipientChoices = ['both', 'contact', 'administrators'] as const;
export type RecipientChoice = (typeof recipientChoices)[number];

export const announcementMaxLength = 5000;
export const unsubscribeTokenMaxLength = 200;
