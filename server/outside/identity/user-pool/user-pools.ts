import { createRecentKeys } from '../../../lib/concurrency/recent-keys.ts';
import type { SecretBox } from '../../../lib/crypto/secret-box.ts';
import { Problem } from '../../../lib/request/problem.ts';
import type { Clock } from '../../clock.ts';
import type { IdentityContext } from '../context.ts';
import type { Answer, FailureReason, SignedOn } from '../identity.ts';
import { createSealedCookie } from '../single-sign-on/sealed-cookie.ts';
import type { SignInClaims } from '../single-sign-on/single-sign-on.ts';
import { PoolDenied, unsound, type PoolClient, type UserPool } from './pool-client.ts';

interface PoolSettings {
  readonly client: PoolClient;
  readonly secretBox: SecretBox;
  readonly publicUrl: string;
  readonly clock: Clock;
  /** By the domain of the address, which is in lower case. */
  readonly findByEmail: (email: string) => Promise<UserPool | undefined>;
  readonly findByCompany: (companyId: string) => Promise<UserPool | undefined>;
  /** The account that a subject of the pool is linked to. @throws Problem where there is none */
  readonly findAccount: (pool: UserPool, claims: SignInClaims, requestId: string) => Promise<string>;
}

/** The steps of a sign-in that are left, by the names of Cognito's challenges. */
export const poolSteps = ['NEW_PASSWORD_REQUIRED', 'SOFTWARE_TOKEN_MFA', 'SMS_MFA', 'EMAIL_OTP', 'MFA_SETUP'] as const;
/** The last one is the portal's own: the pool has not verified the address yet, and `session` is the access token. */
export type PoolStep = (typeof poolSteps)[number] | 'VERIFY_EMAIL';

/** A sign-in that has a step left, as the sealed cookie of its browser says. */
export interface PoolFlow {
  readonly companyId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly email: string;
  /** The pool's own name of the user. */
  readonly username: string;
  readonly step: PoolStep;
  /** Session of the pool, for its next step. */
  readonly session: string;
  /** Secret of the authenticator app, while it is set up. */
  readonly secret?: string | undefined;
}

/** Sealed content of a session that a pool opened. */
export interface PoolGrant {
  readonly username: string;
  readonly refreshToken: string;
}

export type UserPools = ReturnType<typeof createUserPools>;

export interface PoolParts {
  readonly context: IdentityContext;
  readonly pools: UserPools;
}

/**
 * How long after its last check, or its sign-in, a session can be renewed without asking its pool. A token lasts five minutes
 * more, so that a person whom the pool disabled or deleted works here for a quarter of an hour at most.
 */
const recentChecks = { ms: 10 * 60_000, max: 100_000 };

/** The user pools of companies, with what is remembered of a sign-in between its steps and after it. */
export function createUserPools({ secretBox, publicUrl, clock, ...parts }: PoolSettings) {
  const names = { name: 'portal.user_pool', purpose: 'user pool' };
  const checked = createRecentKeys(recentChecks);
  return {
    ...parts,
    /** Whether the person is to be asked for at the pool, by the caller; not by others for a while. */
    claimCheck: ({ companyId, issuer, subject }: Pick<SignedOn, 'companyId' | 'issuer' | 'subject'>) =>
      checked.claim(`${companyId} ${issuer} ${subject}`, clock.now()),
    cookie: createSealedCookie<PoolFlow>({ secretBox, publicUrl, clock, ...names }),
    sealGrant: (companyId: string, grant: PoolGrant) => secretBox.seal(JSON.stringify(grant), grantOwner(companyId)),
    /** Undefined where it was sealed with a key that is gone. */
    openGrant(companyId: string, sealed: Buffer): PoolGrant | undefined {
      try {
        return JSON.parse(secretBox.open(sealed, grantOwner(companyId))) as PoolGrant;
      } catch {
        return undefined;
      }
    },
  };
}

const grantOwner = (companyId: string) => ({ companyId, recordId: 'user pool' });

const usualReasons: Readonly<Partial<Record<string, FailureReason>>> = {
  NotAuthorizedException: 'wrongCredentials',
  UserNotFoundException: 'wrongCredentials',
  PasswordResetRequiredException: 'wrongCredentials',
  CodeMismatchException: 'wrongCode',
  ExpiredCodeException: 'wrongCode',
  EnableSoftwareTokenMFAException: 'wrongCode',
  InvalidPasswordException: 'deniedPassword',
  PasswordHistoryPolicyViolationException: 'samePassword',
  LimitExceededException: 'tooManyAttempts',
  TooManyRequestsException: 'tooManyAttempts',
  TooManyFailedAttemptsException: 'tooManyAttempts',
  UserLambdaValidationException: 'denied',
};

/** Seconds to wait after a pool's limit, which the pool does not name itself. */
const retryAfterSeconds = 30;

/**
 * Converts the denials of a pool to answers. A pool that is away is one too, so that what was judged before it still
 * counts.
 * @param reasons of exceptions that mean something else here
 * @throws Problem for what makes no sense
 */
export async function answerOf<T>(
  work: () => Promise<Answer<T>>,
  reasons: Readonly<Partial<Record<string, FailureReason>>> = {},
): Promise<Answer<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.code === 'session.issuer-unreachable') {
      return { ok: false, reason: 'unreachable' };
    }
    if (!(error instanceof PoolDenied)) throw error;
    const isSpent = error.exception === 'NotAuthorizedException' && /attempts exceeded/i.test(error.message);
    const reason = isSpent ? 'tooManyAttempts' : { ...usualReasons, ...reasons }[error.exception];
    if (!reason) throw unsound(`${error.exception}: ${error.message}`, error);
    return { ok: false, reason, ...(reason === 'tooManyAttempts' && { retryAfterSeconds }) };
  }
}
