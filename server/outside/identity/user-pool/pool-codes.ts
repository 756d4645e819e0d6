import { Problem } from '../../../lib/request/problem.ts';
import { findAccountByEmail } from '../accounts/accounts.repository.ts';
import { settleReset } from '../accounts/passwords.ts';
import type { Answer, Caller, ConfirmedSignUp, PreparedSignUp } from '../identity.ts';
import { PoolDenied, secretHash, unsound, type UserPool } from './pool-client.ts';
import { answerOf, type PoolFlow, type PoolParts } from './user-pools.ts';

/** How the operations outside of a sign-in name the user. */
function name(pool: UserPool, email: string) {
  const hash = secretHash(pool, email);
  return { ClientId: pool.clientId, Username: email, ...(hash && { SecretHash: hash.SECRET_HASH }) };
}

/** Denials that would say whether the pool knows the user. */
const silent = [
  'UserNotFoundException',
  'NotAuthorizedException',
  'InvalidParameterException',
  'CodeDeliveryFailureException',
  'UserLambdaValidationException',
];

/** Sends a code, or not; the answer is the same. */
function sendQuietly(send: () => Promise<unknown>): Promise<Answer> {
  return answerOf(async () => {
    await send().catch((error: unknown) => {
      if (!(error instanceof PoolDenied) || !silent.includes(error.exception)) throw error;
    });
    return { ok: true };
  });
}

export const resendAtPool = ({ pools }: PoolParts, pool: UserPool, email: string): Promise<Answer> =>
  sendQuietly(() => pools.client.call(pool, 'ResendConfirmationCode', name(pool, email)));

export const sendResetAtPool = ({ pools }: PoolParts, pool: UserPool, email: string): Promise<Answer> =>
  sendQuietly(() => pools.client.call(pool, 'ForgotPassword', name(pool, email)));

/** Sends the code again by which the pool verifies the address of a sign-in. */
export const resendContactAtPool = ({ pools }: PoolParts, pool: UserPool, { session }: PoolFlow): Promise<Answer> =>
  answerOf(
    async () => {
      const body = { AccessToken: session, AttributeName: 'email' };
      await pools.client.call(pool, 'GetUserAttributeVerificationCode', body);
      return { ok: true };
    },
    { NotAuthorizedException: 'stepOutOfTurn' },
  );

/** Codes of users that the pool does not know are wrong like any other. */
const wrongCode = { NotAuthorizedException: 'wrongCode', UserNotFoundException: 'wrongCode' } as const;

export const confirmAtPool = ({ pools }: PoolParts, pool: UserPool, input: { email: string; code: string }) =>
  answerOf<ConfirmedSignUp>(
    async () => {
      const body = { ...name(pool, input.email), ConfirmationCode: input.code };
      await pools.client.call(pool, 'ConfirmSignUp', body);
      return { ok: true, atPool: pool.companyId };
    },
    { ...wrongCode, AliasExistsException: 'wrongCode' },
  );

/** Verifies the address of a sign-in, which then begins again. */
export const confirmContactAtPool = ({ pools }: PoolParts, pool: UserPool, flow: PoolFlow, code: string) =>
  answerOf<ConfirmedSignUp>(async () => {
    const body = { AccessToken: flow.session, AttributeName: 'email', Code: code };
    await pools.client.call(pool, 'VerifyUserAttribute', body);
    return { ok: true, atPool: pool.companyId };
  }, wrongCode);

/** A new password by a code; the sessions of the account here end, as after one of the portal. */
export function resetAtPool(
  { context, pools }: PoolParts,
  { requestId }: Caller,
  { pool, email, code, password }: { pool: UserPool; email: string; code: string; password: string },
): Promise<Answer> {
  return answerOf(async () => {
    const body = { ...name(pool, email), ConfirmationCode: code, Password: password };
    await pools.client.call(pool, 'ConfirmForgotPassword', body);
    const account = await findAccountByEmail(context.sql, { email });
    if (account) {
      const reset = { accountId: account.id, email, requestId, pool };
      await context.inTransaction((tx) => settleReset(context, tx, reset));
    }
    return { ok: true };
  }, wrongCode);
}

interface NewPoolUser {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly company: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** Signs up at the pool with the attributes of the specification; both agreements are what the form demands. */
export function signUpAtPool(
  { pools }: PoolParts,
  { pool, input, network }: { pool: UserPool; input: NewPoolUser; network: string },
): Promise<Answer<{ prepared: PreparedSignUp }>> {
  const { email, password, firstName = input.name, lastName = '', company } = input;
  const attributes = { email, name: firstName, family_name: lastName, 'custom:company': company };
  const agreements = { termsConditions: 'true', dataProcessing: 'true' };
  const prepared = { email, name: input.name, passwordHash: '', network };
  return answerOf<{ prepared: PreparedSignUp }>(async () => {
    try {
      const { UserSub: subject } = await pools.client.call(pool, 'SignUp', {
        ...name(pool, email),
        Password: password,
        UserAttributes: toPairs(attributes),
        ValidationData: toPairs(agreements),
      });
      if (subject === undefined) throw unsound('a sign-up names no subject');
      return { ok: true, prepared: { ...prepared, atPool: { companyId: pool.companyId, subject } } };
    } catch (error) {
      const exception = error instanceof PoolDenied ? error.exception : undefined;
      if (exception === 'UsernameExistsException') {
        return { ok: true, prepared: { ...prepared, atPool: { companyId: pool.companyId, subject: undefined } } };
      }
      if (exception !== 'NotAuthorizedException') throw error;
      throw new Problem('session.sign-up-closed', { detail: 'the user pool is closed for sign-ups', cause: error });
    }
  });
}

const toPairs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([Name, Value]) => ({ Name, Value }));
