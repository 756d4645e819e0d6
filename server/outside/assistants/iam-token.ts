import { failures, parseAnswer, readProperty, StepFailed } from './attempt.ts';
import { CallFailed, type Outbound, type OutboundAnswer } from './guarded-request.ts';

const unreachable = 'IBM Cloud sign-in could not be reached. Please try again later.';

/**
 * Exchanges an API key for a token as the IAM Identity Services API says: `POST /identity/token` with a form.
 * @throws StepFailed at `signIn`, whatever went wrong: the address of the service itself was reached before
 */
export async function fetchIamToken(
  outbound: Outbound,
  iamUrl: string,
  apiKey: string,
  signal: AbortSignal,
): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'urn:ibm:params:oauth:grant-type:apikey', apikey: apiKey });
  const answer = await post(outbound, iamUrl, form, signal);
  // A key that is unknown is answered by 400 (BXNIM0415E), one that is locked or expired by 400 or 401.
  if ([400, 401, 403].includes(answer.status)) throw new StepFailed('signIn', failures.refused);
  if (answer.status === 429) throw new StepFailed('signIn', failures.later);
  const token = readProperty(parseAnswer(answer), 'access_token');
  const isToken = typeof token === 'string' && /^[\w.~+/=-]+$/.test(token);
  if (answer.status !== 200 || !isToken) throw new StepFailed('signIn', unreachable);
  return token;
}

async function post(
  outbound: Outbound,
  iamUrl: string,
  form: URLSearchParams,
  signal: AbortSignal,
): Promise<OutboundAnswer> {
  try {
    const target = await outbound.vet(iamUrl, signal);
    const path = `${target.url.pathname.replace(/\/+$/, '')}/identity/token`;
    return await outbound.send(target, { path, form, isBodyRead: true }, signal);
  } catch (error) {
    if (error instanceof CallFailed) throw new StepFailed('signIn', unreachable);
    throw error;
  }
}
