import * as z from 'zod';
import { isEmail, toEmailKey } from '#contract/fields.ts';
import { PasswordForm, type CurrentUser } from '#features/sign-in/contract/session-forms.ts';
import {
  assignedUserFields,
  mapUserFields,
  shortUserLabels,
  toOwnTexts,
  userLabels,
  type AssignedUserField,
  type UserField,
} from '#features/people/contract/user-fields.ts';
import { ProfileForm, type ProfileUpdate, type User } from '#features/people/contract/users.ts';

type ProfileField = Exclude<UserField, 'roles' | AssignedUserField>;

/** The values of the profile form; a missing text is empty. The password is required only with a new address. */
export type ProfileValues = Record<ProfileField | 'currentPassword', string>;

/** Neither roles and assigned texts, which the form has not, nor the password, which no record holds, are compared. */
export const profileLabels = {
  ...userLabels,
  ...mapUserFields(assignedUserFields, () => null),
  company: shortUserLabels.company,
  roles: null,
  currentPassword: null,
};

/** A user from the API: the current user, the answer of an update, or the newer record of a stale update. */
export type ProfileRecord = Pick<User, ProfileField | 'version'> & Partial<Pick<CurrentUser, 'pendingEmail'>>;

export function toProfileValues(record: ProfileRecord): ProfileValues {
  return {
    firstName: record.firstName,
    lastName: record.lastName,
    email: record.email,
    company: record.company ?? '',
    ...toOwnTexts(record),
    currentPassword: '',
  };
}

/** Whether this is a whole address that differs from the saved one. */
export function isNewAddress(email: string, savedEmail: string): boolean {
  return isEmail(email) && toEmailKey(email) !== toEmailKey(savedEmail);
}

/** The contract's rules; a new address requires the current password too. */
export function getProfileSchema(needsPassword: boolean) {
  return ProfileForm.extend({ currentPassword: needsPassword ? PasswordForm.shape.password : z.string() });
}

export function toProfileUpdate(values: ProfileValues, base: ProfileRecord): ProfileUpdate {
  const { currentPassword, ...profile } = values;
  const update = { ...profile, version: base.version };
  return isNewAddress(values.email, base.email) ? { ...update, currentPassword } : update;
}
