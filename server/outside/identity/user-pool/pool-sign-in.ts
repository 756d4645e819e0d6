import type { IdentityContext } from '../context.ts';
import type { Answer, Caller, SessionState, SignInStep } from '../identity.ts';
import { signOn } from '../single-sign-on/sign-on.ts';
import { secretHash, unsound } from './pool-client.ts';
import type { PoolAnswer, PoolTokens, UserPool } from './pool-client.ts';
import { answerOf, poolSteps } from './user-pools.ts';
import type { PoolFlow, PoolStep, UserPools } from './user-pools.ts';

export interface PoolParts {
  readonly context: IdentityContext;
  readonly pools: UserPools;
}

/** The page of each step that is left. */
export const statesOfSteps = {
  NEW_PASSWORD_REQUIRED: 'requireNewPassword',
  SOFTWARE_TOKEN_MFA: 'confirmSignIn',
  SMS_MFA: 'confirmSignIn',
  EMAIL_OTP: 'confirmSignIn',
} as const satisfies Record<PoolStep, SessionState>;

/** In which field the pool takes what a step asks for. */
const fieldsOfSteps: Readonly<Record<PoolStep, string>> = {
  NEW_PASSWORD_REQUIRED: 'NEW_PASSWORD',
  SOFTWARE_TOKEN_MFA: 'SOFTWARE_TOKEN_MFA_CODE',
  SMS_MFA: 'SMS_MFA_CODE',
  EMAIL_OTP: 'EMAIL_OTP_CODE',
};

/** Signs in with a password of the pool. Wrong passwords and unknown users are answered alike. */
export function signInAtPool(
  parts: PoolParts,
  caller: Caller,
  { pool, email, password }: { pool: UserPool; email: string; password: string },
): Promise<Answer<SignInStep>> {
  const { client } = parts.pools;
  const AuthParameters = { USERNAME: email, PASSWORD: password, ...secretHash(pool, email) };
  const body = { AuthFlow: 'USER_PASSWORD_AUTH', ClientId: pool.clientId, AuthParameters };
  // The emulator calls a wrong password an invalid one.
  return answerOf(async () => goOn(parts, caller, { pool, email }, await client.call(pool, 'InitiateAuth', body)), {
    InvalidPasswordException: 'wrongCredentials',
  });
}

/** Answers the step that the flow's pool has left: a code or a new password. */
export function answerStep(
  parts: PoolParts,
  caller: Caller,
  { pool, flow, value }: { pool: UserPool; flow: PoolFlow; value: string },
): Promise<Answer<SignInStep>> {
  const { username, step, session, email } = flow;
  const body = {
    ClientId: pool.clientId,
    ChallengeName: step,
    Session: session,
    ChallengeResponses: { USERNAME: username, [fieldsOfSteps[step]]: value, ...secretHash(pool, username) },
  };
  return answerOf(
    async () => {
      const answer = await parts.pools.client.call(pool, 'RespondToAuthChallenge', body);
      return goOn(parts, caller, { pool, email, username }, answer);
    },
    { NotAuthorizedException: 'stepOutOfTurn' },
  );
}

interface Who {
  readonly pool: UserPool;
  readonly email: string;
  readonly username?: string;
}

/** The next step of a sign-in, or its session. */
async function goOn(parts: PoolParts, caller: Caller, who: Who, answer: PoolAnswer): Promise<Answer<SignInStep>> {
  if (answer.AuthenticationResult) return open(parts, caller, who, answer.AuthenticationResult);
  const { pool, email } = who;
  const step = poolSteps.find((each) => each === answer.ChallengeName);
  if (!step || !answer.Session) throw unsound(`its step ${answer.ChallengeName ?? ''} is not supported`);
  const username = answer.ChallengeParameters?.['USER_ID_FOR_SRP'] ?? who.username ?? email;
  const { companyId, issuer, clientId } = pool;
  const flow = { companyId, issuer, clientId, email, username, step, session: answer.Session };
  return {
    ok: true,
    state: statesOfSteps[step],
    accountId: undefined,
    email,
    cookies: [parts.pools.cookie.write(flow)],
  };
}

/** A session of the portal for the person of verified tokens. */
async function open(
  { context, pools }: PoolParts,
  caller: Caller,
  { pool }: Who,
  tokens: PoolTokens,
): Promise<Answer<SignInStep>> {
  const claims = await pools.client.verifyIdToken(pool, tokens.IdToken);
  const { name } = claims;
  const grant = tokens.RefreshToken === undefined ? undefined : { username: name, refreshToken: tokens.RefreshToken };
  const sealedToken = grant ? pools.sealGrant(pool.companyId, grant) : null;
  const accountId = await pools.findAccount(pool, { ...claims, sealedToken }, caller.requestId);
  const { issuer, subject } = claims;
  const signedOn = { companyId: pool.companyId, issuer, subject, issuerSession: null, sealedToken };
  return signOn(context, caller, { ...signedOn, accountId });
}
