import { createHmac } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import * as z from 'zod';
import type { IssuerOutcome } from '#features/sign-in/contract/single-sign-on.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { CallFailed, type Outbound } from '../../assistants/guarded-request.ts';
import type { Clock } from '../../clock.ts';
import { clockToleranceSeconds, isName, isTimely, readAddress } from '../claims/person-claims.ts';
import { createIssuerKeys } from '../single-sign-on/issuer-keys.ts';
import { createGuardedFetch } from '../single-sign-on/issuers.ts';
import type { SignInClaims, SignInIssuer } from '../single-sign-on/single-sign-on.ts';

/** An AWS Cognito user pool of a company, and the portal's app client there. The issuer ends with the ID of the pool. */
export type UserPool = SignInIssuer & { readonly companyId: string };

/** Claims of a verified identity token, and the pool's own name of the user. */
type PoolClaims = Omit<SignInClaims, 'sealedToken'> & { readonly name: string };

/** Denial of a pool, by the name of its exception; the message is for the log and for distinguishing causes. */
export class PoolDenied extends Error {
  override name = 'PoolDenied';
  readonly exception: string;
  constructor(exception: string, message: string) {
    super(message);
    this.exception = exception;
  }
}

const PoolTokens = z.object({
  IdToken: z.string(),
  AccessToken: z.string(),
  /** Missing after a refresh. */
  RefreshToken: z.string().optional(),
});

/**
 * The parts of answers that the portal reads. What goes into the cookie of a step has the lengths that AWS documents: a browser
 * keeps no cookie of more than 4,096 characters, so that the step would be lost without a word.
 */
const PoolAnswer = z.object({
  AuthenticationResult: PoolTokens.optional(),
  ChallengeName: z.string().optional(),
  ChallengeParameters: z
    .object({
      USER_ID_FOR_SRP: z.string().max(128).optional(),
      MFAS_CAN_CHOOSE: z.string().optional(),
    })
    .optional(),
  Session: z.string().max(2048).optional(),
  SecretCode: z.string().max(128).optional(),
  UserSub: z.string().optional(),
  Status: z.string().optional(),
  UserMFASettingList: z.array(z.string()).optional(),
});
export type PoolAnswer = z.infer<typeof PoolAnswer>;
export type PoolTokens = z.infer<typeof PoolTokens>;

export type PoolClient = ReturnType<typeof createPoolClient>;

interface PoolClientSettings {
  readonly outbound: Outbound;
  readonly clock: Clock;
  /** In place of AWS; an origin. */
  readonly endpoint: string | undefined;
}

const callLimitMs = 8000;
const maxTokenLength = 8192;

interface PoolParts {
  readonly outbound: Outbound;
  readonly clock: Clock;
  readonly findKeys: ReturnType<typeof createIssuerKeys>;
}

/** The public operations of Cognito's user-pool API, which need no signature of AWS. */
export function createPoolClient({ outbound, clock, endpoint }: PoolClientSettings) {
  const parts: PoolParts = { outbound, clock, findKeys: createIssuerKeys(createGuardedFetch(outbound), clock) };
  return {
    /** @throws PoolDenied, or Problem where the pool does not answer or makes no sense */
    call: (pool: SignInIssuer, operation: string, body: object) => call(parts, pool, operation, body),
    /** @throws Problem where the token is not sound */
    verifyIdToken: (pool: UserPool, token: string) => verifyIdToken(parts, pool, token),
    /** The endpoint and the ID of a pool, which begins with its region. */
    toIssuer: (userPoolId: string) =>
      `${endpoint ?? `https://cognito-idp.${userPoolId.split('_', 1)[0] ?? ''}.amazonaws.com`}/${userPoolId}`,
    test: (pool: SignInIssuer) => testPool(parts, pool),
  };
}

async function send(outbound: Outbound, { issuer }: SignInIssuer, operation: string, body: object) {
  const signal = AbortSignal.timeout(callLimitMs);
  const target = await outbound.vet(new URL('/', issuer).href, signal);
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  };
  const sent = { path: '/', headers, json: JSON.stringify(body), isBodyRead: true };
  const { status, body: text, isCut } = await outbound.send(target, sent, signal);
  if (status >= 500 || isCut) throw new CallFailed('reach');
  return { status, answer: JSON.parse(text.toString('utf8')) as unknown };
}

async function call({ outbound }: PoolParts, pool: SignInIssuer, ...[operation, body]: [string, object]) {
  const sent = await send(outbound, pool, operation, body).catch((cause: unknown) => {
    throw toProblem(cause, operation);
  });
  if (sent.status !== 200) throw readDenial(sent.answer, operation);
  const parsed = PoolAnswer.safeParse(sent.answer);
  if (!parsed.success) throw unsound(`the answer to ${operation} has another shape`);
  return parsed.data;
}

async function verifyIdToken({ findKeys, clock }: PoolParts, pool: UserPool, token: string): Promise<PoolClaims> {
  const { issuer } = pool;
  if (token.length > maxTokenLength) throw unsound('the identity token is too long');
  const { kid = '' } = readHeader(token);
  const known = await findKeys(toKeys(pool))
    .keysFor(kid)
    .catch((cause: unknown) => {
      throw new Problem('session.issuer-unreachable', { detail: 'the keys of the user pool are away', cause });
    });
  if (!known) throw unsound('the identity token has an unknown key');
  const options = {
    algorithms: ['RS256'],
    issuer,
    audience: pool.clientId,
    clockTolerance: clockToleranceSeconds,
    currentDate: clock.now(),
    requiredClaims: ['sub', 'iat', 'exp'],
  };
  const { payload } = await jwtVerify(token, known, options).catch((cause: unknown) => {
    throw unsound('the identity token is not valid', cause);
  });
  const { sub: subject, token_use: use, email, email_verified, 'cognito:username': name } = payload;
  if (use !== 'id' || !isName(subject)) throw unsound('it is no identity token');
  if (!isTimely(payload, clock.now())) throw unsound('the identity token is of a time to come');
  return {
    issuer,
    subject,
    // A pool verifies addresses itself, and says of each whether it has.
    ...readAddress({ email, email_verified }, false),
    session: null,
    name: isName(name) ? name : subject,
  };
}

const toKeys = ({ issuer }: SignInIssuer) => `${issuer}/.well-known/jwks.json`;

/** Signs in a user that there is not, which shows whether the pool knows the client and its way to sign in. */
async function testPool({ outbound, findKeys }: PoolParts, pool: SignInIssuer): Promise<IssuerOutcome> {
  const username = 'connection-test@portal.invalid';
  const parameters = { USERNAME: username, PASSWORD: 'Connection-test-1!', ...secretHash(pool, username) };
  const body = { AuthFlow: 'USER_PASSWORD_AUTH', ClientId: pool.clientId, AuthParameters: parameters };
  try {
    await findKeys(toKeys(pool)).keysFor('none');
    const { status, answer } = await send(outbound, pool, 'InitiateAuth', body);
    return status === 200 ? 'ok' : toOutcome(Denial.parse(answer));
  } catch (error) {
    if (!(error instanceof CallFailed)) return 'not-an-issuer';
    return error.step === 'address' ? 'not-allowed' : 'unreachable';
  }
}

/** Parameters that an app client with a secret has to send for a user; undefined for one without. */
export const secretHash = ({ clientId, clientSecret }: SignInIssuer, username: string) =>
  clientSecret === undefined
    ? undefined
    : { SECRET_HASH: createHmac('sha256', clientSecret).update(`${username}${clientId}`).digest('base64') };

const Denial = z.object({ __type: z.string(), message: z.string().optional(), Message: z.string().optional() });

function readDenial(answer: unknown, operation: string): Error {
  const denial = Denial.safeParse(answer);
  if (!denial.success) return unsound(`the denial of ${operation} has another shape`);
  const { exception, message } = toDenied(denial.data);
  // The client, and not the person, is what the pool denies.
  if (exception === 'NotAuthorizedException' && isOfClient(message)) return unsound(`${operation}: ${message}`);
  return new PoolDenied(exception, message);
}

const toDenied = ({ __type: type, message, Message }: z.infer<typeof Denial>) => ({
  exception: type.slice(type.lastIndexOf('#') + 1),
  message: message ?? Message ?? '',
});

const isOfClient = (message: string) => /secret|\bclient\b/i.test(message);

function toOutcome(denial: z.infer<typeof Denial>): IssuerOutcome {
  const { exception, message } = toDenied(denial);
  if (exception === 'InvalidParameterException') return 'unsupported';
  return exception === 'ResourceNotFoundException' || isOfClient(message) ? 'wrong-client' : 'ok';
}

function readHeader(token: string) {
  try {
    return decodeProtectedHeader(token);
  } catch (cause) {
    throw unsound('the identity token is no token', cause);
  }
}

export const unsound = (detail: string, cause?: unknown) =>
  new Problem('session.sign-on-unsound', { detail: `user pool: ${detail}`, cause });

function toProblem(cause: unknown, operation: string): Problem {
  if (cause instanceof SyntaxError) return unsound(`the answer to ${operation} is no JSON`, cause);
  return new Problem('session.issuer-unreachable', { detail: `the user pool does not answer ${operation}`, cause });
}
