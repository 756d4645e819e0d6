import { randomUUID } from 'node:crypto';
import {
  findAccountByEmail,
  findAccount,
  createAccount,
  markVerified,
  replaceUnprovenAccount,
} from './accounts.repository.ts';
import { toEmailKey } from '#contract/fields.ts';
import { clientNetwork } from '../../../lib/network/client-network.ts';
import { networkClaim, settleEvenly, type IdentityContext } from '../context.ts';
import { guardAttempt, judgeWithPool, type Judged } from '../limits/guard.ts';
import type { Sql } from '../../../sql/sql.ts';
import {
  askNoPool,
  type Answer,
  type AskPool,
  type Caller,
  type ConfirmedSignUp,
  type PreparedSignUp,
  type SignUpOutcome,
} from '../identity.ts';
import { allowSending, askPoolForCode, findProvenCode, mailCode, mailCodeAlone } from '../sign-in/mailed-codes.ts';
import { spendCode } from '../sign-in/one-time-codes.repository.ts';
import { isGuessable } from './guessable-passwords.ts';
import { hashSignUpPassword } from './password-hashing.ts';
import { mayConfirm, signUpProofCookie } from './sign-up-proof.ts';

/** Checks the network's limit first, because hashing a password is expensive. */
export async function prepareSignUp(
  context: IdentityContext,
  caller: Caller,
  input: { email: string; password: string; name: string; company: string },
): Promise<Answer<{ prepared: PreparedSignUp }>> {
  const allowed = await allowSending(context, context.sql, caller);
  if (!allowed.ok) return allowed;
  if (await isGuessable(input.password, { ...input, product: context.product })) {
    return { ok: false, reason: 'guessablePassword' };
  }
  const passwordHash = await hashSignUpPassword(input.password);
  const network = clientNetwork(caller.ip);
  return { ok: true, prepared: { email: toEmailKey(input.email), name: input.name, passwordHash, network } };
}

/** The outcome must not reach the client: all three are answered the same. */
export async function signUp(context: IdentityContext, sql: Sql, prepared: PreparedSignUp): Promise<SignUpOutcome> {
  const { network, ...account } = prepared;
  const { email, passwordHash } = account;
  const now = context.clock.now();
  const created = await createAccount(sql, { ...account, isVerified: false }, now);
  const accountId = created ?? (await replaceUnprovenAccount(sql, account, now));
  // Above the mail limit the answer stays the same, because an earlier mail is on its way.
  const mailed = await mailCode(context, sql, { purpose: 'verify', email, network, accountId: accountId ?? null });
  if (!accountId && mailed.ok) await context.mail.sendSecurityMail(sql, { kind: 'account-exists', email });

  const proof = signUpProofCookie(context, { id: accountId ?? randomUUID(), passwordHash });
  const outcome = created ? 'created' : accountId ? 'replaced' : 'exists';
  return { outcome, accountId, cookies: [proof] };
}

export async function resendCode(
  context: IdentityContext,
  caller: Caller,
  input: { email: string },
  askPool: AskPool = askNoPool,
): Promise<Answer> {
  return settleEvenly(context.evenAnswerMs, async () => {
    const allowed = await allowSending(context, context.sql, caller);
    if (!allowed.ok) return allowed;
    const email = toEmailKey(input.email);
    const account = await findAccountByEmail(context.sql, { email });
    const accountId = account && !account.isVerified ? account.id : null;
    const mail = { purpose: 'verify', email, network: clientNetwork(caller.ip), accountId } as const;
    const answer = await mailCodeAlone(context, mail);
    return (answer.ok && (await askPoolForCode(context, mail, askPool))) || answer;
  });
}

export async function confirmSignUp(
  context: IdentityContext,
  caller: Caller,
  input: { email: string; code: string },
  askPool: AskPool<ConfirmedSignUp> = askNoPool,
): Promise<Answer<ConfirmedSignUp>> {
  const email = toEmailKey(input.email);
  const network = clientNetwork(caller.ip);
  const refused = { isPassed: false, value: { ok: false as const, reason: 'wrongCode' as const } };
  const guarded = { sql: context.sql, now: context.clock.now(), network: networkClaim(caller) };
  return guardAttempt<Answer<ConfirmedSignUp>>(guarded, () => judgeWithPool(judgeOwn, askPool));

  async function judgeOwn(): Promise<Judged<Answer>> {
    const proven = await findProvenCode(context, { purpose: 'verify', email, network, code: input.code });
    const account = proven && (await findAccount(context.sql, { accountId: proven.accountId }));
    if (!proven || !account || account.email !== email || !mayConfirm(context, caller, account)) return refused;
    const isSpent = await context.inTransaction(async (tx) => {
      const now = context.clock.now();
      const isFirst = await spendCode(tx, proven.id, now);
      if (isFirst) await markVerified(tx, { accountId: account.id, now });
      return isFirst;
    });
    return isSpent ? { isPassed: true, value: { ok: true } } : refused;
  }
}
