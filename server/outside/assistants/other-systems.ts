import { refuseStatus } from './attempt.ts';
import type { Tester } from './attempt.ts';
import { signInBasic } from './basic-sign-in.ts';

const unasked = 'The system answered without asking for a sign-in, so the username and password could not be checked.';

/** Calls the root of a system with basic authentication. Whatever it answers then, but a failure, is good. */
export const testOtherSystem: Tester = async (attempt) => {
  const { status, isAsked } = await signInBasic(attempt, '/');
  refuseStatus(status);
  return isAsked ? {} : { signIn: unasked };
};
