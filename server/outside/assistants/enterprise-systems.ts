import { refuseStatus, StepFailed, toBasicAuthorization, type Attempt, type Tester } from './attempt.ts';

/**
 * Calls a path without and then with the credentials: only a system that refuses strangers (`isAsked`) has said
 * something of them by its status.
 */
async function signInBasic({ target, send }: Attempt, path: string) {
  const asStranger = await send({ path, isBodyRead: false });
  // A redirect is reported before credentials are sent to what may be the wrong place.
  if (asStranger.status >= 300 && asStranger.status < 400) refuseStatus(asStranger.status);
  const authorization = toBasicAuthorization(target.username ?? '', target.password);
  const { status } = await send({ path, headers: { authorization }, isBodyRead: false });
  return { status, isAsked: asStranger.status === 401 || asStranger.status === 403 };
}

const noPing = 'No SAP gateway at this address, or its service /sap/bc/ping is not active.';

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

const unasked = 'The system did not ask for credentials, so the username and password could not be checked.';

/** Calls the root of a system with basic authentication. Whatever it answers then, but a failure, is good. */
export const testOtherSystem: Tester = async (attempt) => {
  const { status, isAsked } = await signInBasic(attempt, '/');
  refuseStatus(status);
  return isAsked ? {} : { signIn: unasked };
};
