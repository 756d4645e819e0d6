import * as z from 'zod';
import { isEmail, toEmailKey } from '#contract/fields.ts';
import { PasswordForm } from '#contract/session/session-forms.ts';
import type { CurrentUser } from '#contract/session/session-forms.ts';
import { ProfileForm } from '#contract/users.ts';
import type { ProfileUpdate, User } from '#contract/users.ts';

/** What the fields of the profile form hold; a missing SAP ID is an empty text. */
export type ProfileValues = {
  firstName: string;
  lastName: string;
  email: string;
  company: string;
  sapId: string;
  /** Asked for only where the address has changed. */
  currentPassword: string;
};

export const profileLabels = {
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'E-mail address',
  company: 'Company',
  sapId: 'SAP ID',
} as const;

type ProfileField = keyof typeof profileLabels;

const profileFields = Object.keys(profileLabels) as ProfileField[];

/** A user as the API gives it: the signed-in one, the answer of a save, or the newer record of a refused one. */
export type ProfileRecord = Pick<User, ProfileField | 'version'> & Partial<Pick<CurrentUser, 'pendingEmail'>>;

export function toProfileValues(record: ProfileRecord): ProfileValues {
  return {
    firstName: record.firstName,
    lastName: record.lastName,
    email: record.email,
    company: record.company ?? '',
    sapId: record.sapId ?? '',
    currentPassword: '',
  };
}

/** Whether this is an address, and another than the saved one; half an address is not one yet. */
export function isNewAddress(email: string, savedEmail: string): boolean {
  return isEmail(email) && toEmailKey(email) !== toEmailKey(savedEmail);
}

/** The contract's rules; a new address also takes the current password. */
export function getProfileSchema(needsPassword: boolean) {
  return ProfileForm.extend({ currentPassword: needsPassword ? PasswordForm.shape.password : z.string() });
}

export function toProfileUpdate(values: ProfileValues, base: ProfileRecord): ProfileUpdate {
  const { currentPassword, ...profile } = values;
  const update = { ...profile, version: base.version };
  return isNewAddress(values.email, base.email) ? { ...update, currentPassword } : update;
}

/** The fields in which the newer record differs from what the person wants to save. */
export function findDifferences(theirs: ProfileRecord, mine: ProfileValues) {
  const theirValues = toProfileValues(theirs);
  return profileFields
    .filter((field) => theirValues[field] !== mine[field])
    .map((field) => ({ label: profileLabels[field], theirs: theirValues[field], yours: mine[field] }));
}
