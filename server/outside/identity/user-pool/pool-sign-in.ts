import type { Answer, Caller, SessionState, SignInStep } from '../identity.ts';
import { signInForIssuer } from '../single-sign-on/sign-on.ts';
import { Problem } from '../../../lib/request/problem.ts';
import { PoolDenied, secretHash, unsound, type PoolAnswer, type PoolTokens, type UserPool } from './pool-client.ts';
import { resendAtPool } from './pool-codes.ts';
import { answerOf, poolSteps, type PoolFlow, type PoolParts, type PoolStep } from './user-pools.ts';

interface StepRule {
  readonly state: Exclude<SessionState, 'signedOut'>;
  /** In which field the pool takes what the step asks for. */
  readonly field: string;
  readonly codeFrom?: SignInStep['codeFrom'];
}

/** The page of each step that is left. */
export const stepRules: Readonly<Record<PoolStep, StepRule>> = {
  NEW_PASSWORD_REQUIRED: { state: 'requireNewPassword', field: 'NEW_PASSWORD' },
  SOFTWARE_TOKEN_MFA: { state: 'confirmSignIn', field: 'SOFTWARE_TOKEN_MFA_CODE', codeFrom: 'app' },
  SMS_MFA: { state: 'confirmSignIn', field: 'SMS_MFA_CODE', codeFrom: 'sms' },
  EMAIL_OTP: { state: 'confirmSignIn', field: 'EMAIL_OTP_CODE', codeFrom: 'mail' },
  MFA_SETUP: { state: 'totpSetup', field: '' },
  VERIFY_EMAIL: { state: 'confirmSignUp', field: '' },
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
  const work = async (): Promise<Answer<SignInStep>> => {
    try {
      return await goOn(parts, caller, { pool, email }, await client.call(pool, 'InitiateAuth', body));
    } catch (error) {
      // Said after the right password only.
      if (!(error instanceof PoolDenied) || error.exception !== 'UserNotConfirmedException') throw error;
      await resendAtPool(parts, pool, email);
      return { ok: true, state: 'confirmSignUp', accountId: undefined, email, cookies: [] };
    }
  };
  // The emulator calls a wrong password an invalid one.
  return answerOf(work, { InvalidPasswordException: 'wrongCredentials' });
}

interface StepAnswer {
  readonly pool: UserPool;
  readonly flow: PoolFlow;
  readonly value: string;
}

/** Answers the step that the flow's pool has left: a code or a new password. */
export function answerStep(parts: PoolParts, caller: Caller, given: StepAnswer): Promise<Answer<SignInStep>> {
  const { pool, flow, value } = given;
  const work = async (): Promise<Answer<SignInStep>> => {
    if (flow.step !== 'MFA_SETUP') return respond(parts, caller, given, { [stepRules[flow.step].field]: value });
    const verified = await parts.pools.client.call(pool, 'VerifySoftwareToken', {
      Session: flow.session,
      UserCode: value,
    });
    if (verified.Status !== 'SUCCESS') return { ok: false, reason: 'wrongCode' };
    const session = verified.Session ?? flow.session;
    return respond(parts, caller, { pool, flow: { ...flow, session } }, {});
  };
  return answerOf(work, { NotAuthorizedException: 'stepOutOfTurn' });
}

async function respond(
  parts: PoolParts,
  caller: Caller,
  { pool, flow }: { pool: UserPool; flow: Omit<PoolFlow, 'step'> & { step: string } },
  responses: Readonly<Record<string, string>>,
): Promise<Answer<SignInStep>> {
  const { username, email } = flow;
  const answer = await parts.pools.client.call(pool, 'RespondToAuthChallenge', {
    ClientId: pool.clientId,
    ChallengeName: flow.step,
    Session: flow.session,
    ChallengeResponses: { USERNAME: username, ...responses, ...secretHash(pool, username) },
  });
  return goOn(parts, caller, { pool, email, username, hasChosen: flow.step === choosing }, answer);
}

interface Who {
  readonly pool: UserPool;
  readonly email: string;
  readonly username?: string;
  /** A pool that lets choose again would be asked for ever. */
  readonly hasChosen?: boolean;
}

const choosing = 'SELECT_MFA_TYPE';

/** The next step of a sign-in, or its session. */
async function goOn(parts: PoolParts, caller: Caller, who: Who, answer: PoolAnswer): Promise<Answer<SignInStep>> {
  if (answer.AuthenticationResult) return open(parts, caller, who, answer.AuthenticationResult);
  const { pool, email } = who;
  const { ChallengeName: name = '', ChallengeParameters: parameters = {}, Session: session } = answer;
  if (session === undefined) throw unsound(`its step ${name} has no session`);
  const username = parameters.USER_ID_FOR_SRP ?? who.username ?? email;
  const { companyId, issuer, clientId } = pool;
  const flow = { companyId, issuer, clientId, email, username, session };
  if (name === choosing && !who.hasChosen) {
    const choice = parameters.MFAS_CAN_CHOOSE?.includes('SOFTWARE_TOKEN_MFA') ? 'SOFTWARE_TOKEN_MFA' : 'SMS_MFA';
    return respond(parts, caller, { pool, flow: { ...flow, step: name } }, { ANSWER: choice });
  }
  const step = poolSteps.find((each) => each === name);
  if (!step) throw unsound(`its step ${name} is not supported`);
  const begun = step === 'MFA_SETUP' ? await beginSetUp(parts, pool, session) : {};
  const cookies = [parts.pools.cookie.write({ ...flow, step, ...begun })];
  const { state, codeFrom } = stepRules[step];
  return { ok: true, state, accountId: undefined, email, codeFrom, cookies };
}

/** The secret of an authenticator app, which the pool demands before the first sign-in. */
async function beginSetUp({ pools }: PoolParts, pool: UserPool, session: string) {
  const begun = await pools.client.call(pool, 'AssociateSoftwareToken', { Session: session });
  if (begun.SecretCode === undefined) throw unsound('there is no secret for the app');
  return { secret: begun.SecretCode, session: begun.Session ?? session };
}

/** A session of the portal for the person of verified tokens. */
async function open(
  parts: PoolParts,
  caller: Caller,
  { pool, email }: Who,
  tokens: PoolTokens,
): Promise<Answer<SignInStep>> {
  const { context, pools } = parts;
  const claims = await pools.client.verifyIdToken(pool, tokens.IdToken);
  const { name } = claims;
  const grant = tokens.RefreshToken === undefined ? undefined : { username: name, refreshToken: tokens.RefreshToken };
  const sealedToken = grant ? pools.sealGrant(pool.companyId, grant) : null;
  const found = await pools
    .findAccount(pool, { ...claims, sealedToken }, caller.requestId)
    .catch(async (error: unknown) => {
      const isUnverified = error instanceof Problem && error.code === 'session.email-unverified';
      if (!isUnverified || claims.email !== email || tokens.AccessToken.length > maxCookieToken) throw error;
      return beginVerifying(parts, { pool, email, username: name }, tokens.AccessToken);
    });
  if (typeof found !== 'string') return found;
  const { issuer, subject } = claims;
  const signedOn = { companyId: pool.companyId, issuer, subject, issuerSession: null, sealedToken };
  pools.claimCheck(signedOn);
  return signInForIssuer(context, caller, { ...signedOn, accountId: found });
}

/** A longer access token does not fit into a cookie. */
const maxCookieToken = 2400;

/** Asks for the code by which the pool verifies the address of this person. */
async function beginVerifying(
  { pools }: PoolParts,
  { pool, email, username }: Required<Pick<Who, 'pool' | 'email' | 'username'>>,
  accessToken: string,
): Promise<Answer<SignInStep>> {
  await pools.client.call(pool, 'GetUserAttributeVerificationCode', {
    AccessToken: accessToken,
    AttributeName: 'email',
  });
  const { companyId, issuer, clientId } = pool;
  const flow = { companyId, issuer, clientId, email, username, step: 'VERIFY_EMAIL' as const, session: accessToken };
  return { ok: true, state: 'confirmSignUp', accountId: undefined, email, cookies: [pools.cookie.write(flow)] };
}
