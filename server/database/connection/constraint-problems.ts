import type { ProblemCode } from '#contract/problems.ts';

/** The problem code of each constraint that a request can violate. Any other constraint is an internal error. */
export const constraintProblems: Readonly<Record<string, ProblemCode>> = {
  users__email_unique: 'users.email-taken',
  users__account_unique: 'users.email-taken',
  // The new address became another account during its verification; the answer does not reveal that account.
  accounts__email: 'session.wrong-code',
  users__last_super_admin: 'users.last-super-admin',
  companies__primary_contact: 'company.contact-unknown',
  companies__secondary_contact: 'company.contact-unknown',
  invoices__number_unique: 'invoices.number-taken',
  integrations__unique_id_unique: 'integrations.unique-id-taken',
  intake_keys__name_unique: 'intake.key-name-taken',
};
