import type { UserForm } from './users.ts';

/* Without the schemas, so that pages that only show users load no zod. */

type UserLabels = Readonly<Record<keyof UserForm, string>>;

/** The fields of a user as the form names them, in its order. */
export const userLabels: UserLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'E-mail address',
  company: 'Company Name',
  sapId: 'SAP Login ID',
  roles: 'Role',
};

/** The same in lists and in the audit log, which have less room. */
export const shortUserLabels: UserLabels = { ...userLabels, email: 'E-mail', company: 'Company' };
