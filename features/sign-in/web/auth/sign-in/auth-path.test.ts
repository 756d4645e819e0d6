import { expect, test } from 'vitest';
import { authStates } from '#features/sign-in/contract/session-forms.ts';
import { getAuthPath } from './auth-path.ts';

test.each([
  ['signIn', '/login'],
  ['signedOut', '/login'],
  ['signedUp', '/login'],
  ['signUp', '/sign-up'],
  ['confirmSignUp', '/verify-account'],
  ['verifyContact', '/verify-account'],
  ['confirmSignIn', '/two-factor'],
  ['requireNewPassword', '/new-password'],
  ['chooseCompany', '/choose-company'],
  ['forgotPassword', '/forgot-password'],
  ['signedIn', '/users?search=ann'],
] as const)('the state %s leads to %s', (state, path) => {
  expect(getAuthPath(state, '/users?search=ann')).toBe(path);
});

test('every state of the contract leads somewhere', () => {
  for (const state of authStates) expect(getAuthPath(state, '/')).toMatch(/^\//);
});
