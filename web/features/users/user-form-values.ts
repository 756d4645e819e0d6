import { UserForm } from '#contract/users.ts';
import type { Role } from '#contract/capabilities.ts';
import type { User } from '#contract/users.ts';

export const userLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'E-mail address',
  company: 'Company Name',
  sapId: 'SAP Login ID',
  roles: 'Role',
} as const satisfies Record<keyof UserForm, string>;

const userFields = Object.keys(userLabels) as (keyof UserForm)[];

export const newUserValues: UserForm = {
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  sapId: '',
  roles: ['User'],
};

/** A user as the API gives it, or the one still to be created. */
export type UserRecord = Pick<User, keyof UserForm | 'version'>;

export function toUserValues(user: UserRecord): UserForm {
  const { firstName, lastName, email, company = '', sapId, roles = [] } = user;
  return { firstName, lastName, email, company, sapId: sapId ?? '', roles };
}

/** The contract's rules. Roles that the user holds already may stay, whoever may give them. */
export function getUserSchema(grantable: readonly Role[], held: readonly Role[]) {
  return UserForm.refine((form) => form.roles.every((role) => grantable.includes(role) || held.includes(role)), {
    path: ['roles'],
    error: 'You can not grant this role.',
  });
}

function toText(values: UserForm, field: keyof UserForm): string {
  return field === 'roles' ? values.roles.toSorted().join(', ') : values[field];
}

/** The fields in which the newer record differs from what the person wants to save. */
export function findDifferences(theirs: UserRecord, mine: UserForm) {
  const theirValues = toUserValues(theirs);
  return userFields
    .map((field) => ({ label: userLabels[field], theirs: toText(theirValues, field), yours: toText(mine, field) }))
    .filter((difference) => difference.theirs !== difference.yours);
}
