import { toEmailKey } from '#contract/fields.ts';
import { clientNetwork } from '../../../lib/network/client-network.ts';
import { resetPassword, sendResetCode } from '../accounts/passwords.ts';
import { confirmSignUp, resendCode } from '../accounts/sign-up.ts';
import { addressSubject, networkClaim, type IdentityContext } from '../context.ts';
import type { Answer, Caller, Identity, SessionState, SessionView, SignInStep } from '../identity.ts';
import { attemptPolicies } from '../limits/attempts.repository.ts';
import { guardAttempt } from '../limits/guard.ts';
import { totpUri } from '../second-factor/totp.ts';
import { allowSending, mailCode } from '../sign-in/mailed-codes.ts';
import { signIn } from '../sign-in/sign-in.ts';
import { replaceFormer } from '../sign-in/steps.ts';
import type { UserPool } from './pool-client.ts';
import { withPoolApp } from './pool-app.ts';
import {
  confirmAtPool,
  confirmContactAtPool,
  resendAtPool,
  resendContactAtPool,
  resetAtPool,
  sendResetAtPool,
  signUpAtPool,
} from './pool-codes.ts';
import { withPoolGrants } from './pool-grants.ts';
import { answerStep, signInAtPool, stepRules } from './pool-sign-in.ts';
import type { PoolFlow, PoolParts, UserPools } from './user-pools.ts';

/**
 * The identity service with the user pools of companies behind it: the one place that decides which of both carries an
 * operation, by the domain of the address, the cookie of a sign-in with steps left, or the issuer of the session.
 */
export function withUserPools(own: Identity, context: IdentityContext, pools: UserPools): Identity {
  const parts: PoolParts = { context, pools };
  const askAt = createAskAt(parts);
  /** Answers the step that a flow of this browser has left, where it is one of these; undefined where none is. */
  const answerFlow = async (caller: Caller, value: string, ...states: SessionState[]) => {
    const flow = pools.cookie.read(caller.headers);
    if (!flow || !states.includes(stepRules[flow.step].state)) return undefined;
    return replaceFormer(context, caller, await takeStepAtPool(parts, caller, flow, value));
  };
  return {
    ...own,
    signIn(caller, input) {
      const ask = askAt(input.email, (pool, email) =>
        signInAtPool(parts, caller, { pool, email, password: input.password }),
      );
      return signIn(context, caller, input, ask);
    },
    confirmSignIn: async (caller, input) =>
      (await answerFlow(caller, input.code, 'confirmSignIn', 'totpSetup')) ?? own.confirmSignIn(caller, input),
    setNewPassword: async (caller, input) =>
      (await answerFlow(caller, input.password, 'requireNewPassword')) ?? own.setNewPassword(caller, input),
    ...withPoolSignUp(own, parts),
    ...withPoolCodes(parts),
    async getSession(caller) {
      const view = await own.getSession(caller);
      const flow = view.state === 'signedOut' ? pools.cookie.read(caller.headers) : undefined;
      return flow ? toView(context, flow) : view;
    },
    ...withPoolGrants(own, parts),
    ...withPoolApp(parts),
  };
}

/** Asks the pool of an address; undefined where its domain has none. */
const createAskAt =
  ({ pools }: PoolParts) =>
  <T>(address: string, work: (pool: UserPool, email: string) => Promise<Answer<T>>) =>
  async () => {
    const email = toEmailKey(address);
    const pool = await pools.findByEmail(email);
    return pool && work(pool, email);
  };

/** A sign-up at the pool that the domain of the address has; it makes no company. */
function withPoolSignUp(own: Identity, parts: PoolParts): Pick<Identity, 'prepareSignUp' | 'signUp'> {
  const { context } = parts;
  const askAt = createAskAt(parts);
  return {
    async prepareSignUp(caller, input) {
      const ask = askAt(input.email, async (pool, email) => {
        const allowed = await allowSending(context, context.sql, caller);
        if (!allowed.ok) return allowed;
        return signUpAtPool(parts, { pool, input: { ...input, email }, network: clientNetwork(caller.ip) });
      });
      return (await ask()) ?? own.prepareSignUp(caller, input);
    },
    async signUp(sql, prepared) {
      if (!prepared.atPool) return own.signUp(sql, prepared);
      const { email, network, atPool } = prepared;
      const codeMail = { purpose: 'verify' as const, email, network, accountId: null };
      // The owner of a known address is notified as often as a code would be mailed.
      const { companyId, subject } = atPool;
      if (subject === undefined && (await mailCode(context, sql, codeMail)).ok) {
        await context.mail.sendSecurityMail(sql, { kind: 'account-exists', email });
      }
      const created = subject !== undefined && { atPool: { companyId, subject } };
      return { outcome: 'exists', accountId: undefined, cookies: [], ...created };
    },
  };
}

const stepOutOfTurn = { ok: false, reason: 'stepOutOfTurn' } as const;

type CodeOperations = Pick<Identity, 'confirmSignUp' | 'resendCode' | 'sendResetCode' | 'resetPassword'>;

/** Codes of the portal and, where it denies them, of the pool that the domain of the address has. */
function withPoolCodes(parts: PoolParts): CodeOperations {
  const { context, pools } = parts;
  const askAt = createAskAt(parts);
  const isContact = (flow: PoolFlow | undefined, address: string): flow is PoolFlow =>
    flow?.step === 'VERIFY_EMAIL' && flow.email === toEmailKey(address);
  /** The pool and the flow of a sign-in whose address it has not verified. */
  const findContact = async (caller: Caller, address: string) => {
    const flow = pools.cookie.read(caller.headers);
    if (!isContact(flow, address)) return undefined;
    const pool = await findPool(pools, flow);
    return pool && { pool, flow };
  };
  return {
    confirmSignUp: (caller, input) =>
      confirmSignUp(context, caller, input, async () => {
        const contact = await findContact(caller, input.email);
        if (contact) return confirmContactAtPool(parts, contact.pool, contact.flow, input.code);
        return askAt(input.email, (pool, email) => confirmAtPool(parts, pool, { email, code: input.code }))();
      }),
    resendCode: (caller, input) =>
      resendCode(context, caller, input, async () => {
        const contact = await findContact(caller, input.email);
        if (contact) return resendContactAtPool(parts, contact.pool, contact.flow);
        // The pool sends this code only during a sign-in, and answers success for any other address.
        if (isContact(pools.cookie.readExpired(caller.headers), input.email)) return stepOutOfTurn;
        return askAt(input.email, (pool, email) => resendAtPool(parts, pool, email))();
      }),
    sendResetCode(caller, input) {
      const ask = askAt(input.email, (pool, email) => sendResetAtPool(parts, pool, email));
      return sendResetCode(context, caller, input, ask);
    },
    resetPassword(caller, input) {
      const ask = askAt(input.email, (pool, email) => resetAtPool(parts, caller, { ...input, pool, email }));
      return resetPassword(context, caller, input, ask);
    },
  };
}

function toView({ product }: IdentityContext, { step, email, secret }: PoolFlow): SessionView {
  const { state, codeFrom } = stepRules[step];
  const key = secret === undefined ? undefined : { secret, uri: totpUri({ secret, issuer: product, email }) };
  return { state, cookies: [], atPool: { email, codeFrom, key } };
}

/** Under the counters of the second factor, by the address because the account is not known yet. */
async function takeStepAtPool(
  { context, pools }: PoolParts,
  caller: Caller,
  flow: PoolFlow,
  value: string,
): Promise<Answer<SignInStep>> {
  const pool = await findPool(pools, flow);
  if (!pool) return stepOutOfTurn;
  const owners = [{ policy: attemptPolicies.secondFactor, key: addressSubject(context, flow.email) }];
  const guarded = { sql: context.sql, now: context.clock.now(), owners, network: networkClaim(caller) };
  return guardAttempt(guarded, async () => {
    const answer = await answerStep({ context, pools }, caller, { pool, flow, value });
    // A password that the pool's policy denies is no guess.
    const isGuess = !answer.ok && (answer.reason === 'wrongCode' || answer.reason === 'tooManyAttempts');
    return { isPassed: !isGuess, value: answer };
  });
}

/** The pool that a sign-in began with; undefined where it was changed or deleted meanwhile. */
async function findPool(pools: UserPools, flow: PoolFlow): Promise<UserPool | undefined> {
  const pool = await pools.findByCompany(flow.companyId);
  return pool?.issuer === flow.issuer && pool.clientId === flow.clientId ? pool : undefined;
}
