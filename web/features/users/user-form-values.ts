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

export function toUserValues(user: User): UserForm {
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

/** The fields that the person has changed since the form was opened. */
function findChangedFields(values: UserForm, opened: UserForm) {
  return userFields.filter((field) => toText(values, field) !== toText(opened, field));
}

export interface StaleSave {
  /** As they stand on the server now. */
  theirs: UserForm;
  /** As the person wants them. */
  mine: UserForm;
  /** As they were when the form was opened. */
  opened: UserForm;
}

/** What differs between both versions. A field that only they have changed is none of the person's. */
export function findDifferences({ theirs, mine, opened }: StaleSave) {
  const changed = findChangedFields(mine, opened);
  return userFields
    .filter((field) => toText(theirs, field) !== toText(mine, field))
    .map((field) => ({
      label: userLabels[field],
      theirs: toText(theirs, field),
      yours: changed.includes(field) ? toText(mine, field) : 'not changed by you',
    }));
}

/** Their version with the person's own changes on it: nobody's change is lost by keeping one's own. */
export function keepMine({ theirs, mine, opened }: StaleSave): UserForm {
  const changes = findChangedFields(mine, opened).map((field) => [field, mine[field]]);
  return { ...theirs, ...(Object.fromEntries(changes) as Partial<UserForm>) };
}
