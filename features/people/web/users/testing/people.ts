import { mapOptionalFields } from '#features/people/contract/user-fields.ts';
import type { User } from '#features/people/contract/users.ts';
import { makeCurrentUser, makeToken } from '#web/api/testing/make-current-user.ts';

/** The SuperAdmin who looks at the pages. */
export const anna: Required<User> = {
  id: '3f0c1a52-6a51-4d9c-9a29-0f3f0a4d9b11',
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@acme.example',
  company: 'Acme (North)',
  ...mapOptionalFields(() => 'ABERG'),
  roles: ['SuperAdmin'],
  version: 1,
  access: { state: 'Active', lastSignInAt: '2026-11-20T08:00:00.000Z', hasTwoFactor: false, canManage: true },
};

export const bo: Required<User> = {
  ...anna,
  id: '6b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b22',
  firstName: 'Bo',
  lastName: 'Hannula',
  email: 'bo@acme.example',
  company: 'Acme South',
  roles: ['User'],
  version: 3,
};

export const carl: Required<User> = {
  ...bo,
  id: '9f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d33',
  firstName: 'Carl',
  lastName: 'Dahl',
  email: 'carl+test@acme.example',
};

export const currentUser = makeCurrentUser({
  ...anna,
  accountId: '0b1f0b7e-4a34-4f0e-8a52-0f9d6d0c2b44',
  companyId: '1f8b2f57-2f0e-4a3a-8f6e-5d6a7b8c9d55',
});

/** The answers that every signed-in page needs. */
export const session = {
  createToken: makeToken,
  getUser: currentUser,
};
