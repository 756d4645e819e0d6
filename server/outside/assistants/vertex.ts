import { importPKCS8, SignJWT } from 'jose';
import { failures, parseAnswer, readProperty, refuseStatus, StepFailed, type Attempt, type Tester } from './attempt.ts';
import { CallFailed } from './guarded-request.ts';

interface ServiceAccount {
  readonly clientEmail: string;
  readonly projectId: string;
  readonly keyId: string | undefined;
  readonly privateKey: string;
  readonly tokenUri: string;
}

const noKey = 'This is not the JSON key of a service account.';
const unreachable = 'Google’s sign-in could not be reached. Please try again later.';
const noAccess = 'The service account may not use Vertex AI in its project.';

/** Signs in as the service account, then reads the location of its project. */
export const testVertex: Tester = async (attempt) => {
  const { target, send } = attempt;
  const account = parseServiceAccount(target.password);
  const authorization = `Bearer ${await fetchToken(attempt, account)}`;
  const region = target.identifiers.region ?? '';
  const path = `/v1/projects/${encodeURIComponent(account.projectId)}/locations/${encodeURIComponent(region)}`;
  const answer = await send({ path, headers: { authorization }, isBodyRead: true });
  if (answer.status === 403) throw new StepFailed('signIn', noAccess);
  refuseStatus(answer.status);
  if (answer.status === 404) throw new StepFailed('signIn', 'No such region, or no such project.');
  if (answer.status !== 200 || typeof readProperty(parseAnswer(answer), 'locationId') !== 'string') {
    throw new StepFailed('signIn', failures.unreadable);
  }
  return {};
};

function parseServiceAccount(text: string): ServiceAccount {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new StepFailed('signIn', noKey);
  }
  const read = (name: string) => {
    const value = readProperty(json, name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [clientEmail, projectId, privateKey] = [read('client_email'), read('project_id'), read('private_key')];
  if (clientEmail === undefined || projectId === undefined || privateKey === undefined) {
    throw new StepFailed('signIn', noKey);
  }
  const tokenUri = read('token_uri') ?? 'https://oauth2.googleapis.com/token';
  return { clientEmail, projectId, privateKey, keyId: read('private_key_id'), tokenUri };
}

/** RFC 7523, as Google documents it. The assertion counts at this very address, and for a few minutes. */
async function fetchToken({ now, sendTo }: Attempt, account: ServiceAccount): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signAssertion(account, Math.floor(now().getTime() / 1000)),
  });
  const { pathname, search } = URL.canParse(account.tokenUri)
    ? new URL(account.tokenUri)
    : { pathname: '/', search: '' };
  const answer = await sendTo(account.tokenUri, { path: `${pathname}${search}`, form, isBodyRead: true }).catch(
    (error: unknown) => {
      throw error instanceof CallFailed ? new StepFailed('signIn', unreachable) : error;
    },
  );
  if ([400, 401, 403].includes(answer.status)) throw new StepFailed('signIn', failures.refused);
  if (answer.status === 429) throw new StepFailed('signIn', failures.later);
  const token = readProperty(parseAnswer(answer), 'access_token');
  if (answer.status !== 200 || typeof token !== 'string' || !/^[\w.~+/=-]+$/.test(token)) {
    throw new StepFailed('signIn', unreachable);
  }
  return token;
}

const assertionSeconds = 300;

async function signAssertion(
  { clientEmail, privateKey, keyId, tokenUri }: ServiceAccount,
  seconds: number,
): Promise<string> {
  try {
    const key = await importPKCS8(privateKey, 'RS256');
    return await new SignJWT({ scope: 'https://www.googleapis.com/auth/cloud-platform' })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + assertionSeconds)
      .sign(key);
  } catch {
    throw new StepFailed('signIn', noKey);
  }
}
