import { refuseStatus, StepFailed } from './attempt.ts';
import type { Tester } from './attempt.ts';
import { signInBasic } from './basic-sign-in.ts';

const noPing = 'There is no SAP gateway at this address, or its service /sap/bc/ping is not active.';

/**
 * Calls the ping of the Internet Communication Framework, `/sap/bc/ping`, which stands behind the usual sign-in of a SAP
 * system. An unknown user, a wrong password, a locked user and a client that does not exist are all answered by 401; a
 * service that is not active, by 403 or 404. Without a client the system takes its default one. What answers strangers
 * is no such service, and has said nothing of the credentials.
 */
export const testSap: Tester = async (attempt) => {
  const { client } = attempt.target;
  const path = `/sap/bc/ping${client ? `?sap-client=${encodeURIComponent(client)}` : ''}`;
  const { status, isAsked } = await signInBasic(attempt, path);
  if (status !== 403) refuseStatus(status);
  if (status >= 400 || !isAsked) throw new StepFailed('signIn', noPing);
  return {};
};
