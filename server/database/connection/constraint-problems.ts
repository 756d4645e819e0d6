import type { ProblemCode } from '#contract/problems.ts';

/** Constraint name → what a person is told. A constraint missing here is a fault of ours: 500. */
export const constraintProblems: Readonly<Record<string, ProblemCode>> = {
  users__email_unique: 'users.email-taken',
  users__account_unique: 'users.email-taken',
  // A new address of a person that became somebody's account while it was being proven: nobody learns that it did.
  account__email: 'session.wrong-code',
  users__last_super_admin: 'users.last-super-admin',
  companies__primary_contact: 'company.contact-unknown',
  companies__secondary_contact: 'company.contact-unknown',
  invoices__number_unique: 'invoices.number-taken',
  integrations__unique_id_unique: 'integrations.unique-id-taken',
  intake_keys__name_unique: 'intake.key-name-taken',
};
