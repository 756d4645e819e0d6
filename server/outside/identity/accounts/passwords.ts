import { toEmailKey } from '#contract/fields.ts';
import type { OpenedBy } from '../../../lib/request/actor.ts';
import { clientNetwork } from '../../../lib/network/client-network.ts';
import {
  findAccountByEmail,
  findAccount,
  settleAccount,
  updatePassword as storePassword,
} from './accounts.repository.ts';
import { forgiveAttempts, forgiveSignIns } from '../limits/attempts.repository.ts';
import { addressSubject, networkClaim, passwordClaim, settleEvenly, type IdentityContext } from '../context.ts';
import { guardAttempt, judgeWithPool, type Judged } from '../limits/guard.ts';
import { askNoPool, type Answer, type AskPool, type Caller, type SignInStep } from '../identity.ts';
import type { Sql } from '../../../sql/sql.ts';
import { allowSending, askPoolForCode, findProvenCode, mailCodeAlone } from '../sign-in/mailed-codes.ts';
import { spendCode } from '../sign-in/one-time-codes.repository.ts';
import { isGuessable, type KnownWords } from './guessable-passwords.ts';
import { hashPassword, verifyPassword } from './password-hashing.ts';
import { deleteUnprovenTwoFactor } from '../second-factor/two-factor.repository.ts';
import { getRenewedCookies, renewSession } from '../sign-in/renew-session.ts';
import { getSession } from '../sign-in/session.ts';
import { decideState } from '../sign-in/steps.ts';
import { deleteSessions } from '../sign-in/sessions.repository.ts';

const guessable = { ok: false, reason: 'guessablePassword' } as const;

function toKnownWords({ product }: IdentityContext, { email, name }: { email: string; name: string }): KnownWords {
  return { email, name, product };
}

/** Answers the same for every address: known or not, proven or not, with a password that is closed or not. */
export async function sendResetCode(
  context: IdentityContext,
  caller: Caller,
  input: { email: string },
  askPool: AskPool = askNoPool,
): Promise<Answer> {
  return settleEvenly(context.evenAnswerMs, async () => {
    const allowed = await allowSending(context, context.sql, caller);
    if (!allowed.ok) return allowed;
    const email = toEmailKey(input.email);
    const network = clientNetwork(caller.ip);
    const account = await findAccountByEmail(context.sql, { email });
    const isClosed = account !== undefined && (await context.isPasswordClosed(account.id));
    const accountId = isClosed ? null : (account?.id ?? null);
    const mail = { purpose: 'reset', email, network, accountId } as const;
    const answer = await mailCodeAlone(context, mail);
    if (!answer.ok) return answer;
    const asked = await askPoolForCode(context, mail, askPool);
    // A pool mails a code of its own.
    if (!asked && isClosed) {
      await context.inTransaction((tx) => context.mail.sendSecurityMail(tx, { kind: 'password-closed', email }));
    }
    return asked ?? answer;
  });
}

/** Ends every session and resets every attempt counter of the account; the code also proves the address. */
export async function resetPassword(
  context: IdentityContext,
  caller: Caller,
  input: { email: string; code: string; password: string },
  askPool: AskPool = askNoPool,
): Promise<Answer> {
  const email = toEmailKey(input.email);
  const network = clientNetwork(caller.ip);
  const refused: Judged<Answer> = { isPassed: false, value: { ok: false, reason: 'wrongCode' } };
  const guarded = { sql: context.sql, now: context.clock.now(), network: networkClaim(caller) };
  return guardAttempt<Answer>(guarded, () => judgeWithPool(judgeOwn, askPool));

  async function judgeOwn(): Promise<Judged<Answer>> {
    const proven = await findProvenCode(context, { purpose: 'reset', email, network, code: input.code });
    if (!proven || (await context.isPasswordClosed(proven.accountId))) return refused;
    // The code is right and stays valid.
    if (await isGuessable(input.password, { email, product: context.product }))
      return { isPassed: true, value: guessable };
    const passwordHash = await hashPassword(input.password);
    const isSpent = await context.inTransaction(async (tx) => {
      const now = context.clock.now();
      if (!(await spendCode(tx, proven.id, now))) return false;
      await storePassword(tx, { accountId: proven.accountId, passwordHash, now });
      await deleteUnprovenTwoFactor(tx, { accountId: proven.accountId });
      await settleAccount(tx, { accountId: proven.accountId, now });
      await settleReset(context, tx, { accountId: proven.accountId, email, requestId: caller.requestId });
      return true;
    });
    return isSpent ? { isPassed: true, value: { ok: true } } : refused;
  }
}

/**
 * Completes a new password by a code: ends sessions and counters, and notifies the owner. At a user pool only the
 * sessions that it opened end.
 */
export async function settleReset(
  context: IdentityContext,
  tx: Sql,
  { accountId, email, requestId, pool }: { accountId: string; email: string; requestId: string; pool?: OpenedBy },
): Promise<void> {
  await deleteSessions(tx, { accountId, openedFor: pool?.companyId ?? null });
  await forgiveSignIns(tx, addressSubject(context, email));
  await forgiveAttempts(tx, passwordClaim(accountId));
  await context.mail.sendSecurityMail(tx, { kind: 'password-changed', email });
  const change = { accountId, action: 'account.password-reset' as const };
  await context.recordChange(tx, { ...change, session: pool, requestId, now: context.clock.now() });
}

export async function setNewPassword(
  context: IdentityContext,
  caller: Caller,
  input: { password: string },
): Promise<Answer<SignInStep>> {
  const session = await getSession(context, caller);
  if (session.state !== 'requireNewPassword' || !session.account) return { ok: false, reason: 'stepOutOfTurn' };
  const { id, email } = session.account;
  const account = await findAccount(context.sql, { accountId: id });
  if (!account) return { ok: false, reason: 'stepOutOfTurn' };
  if (await verifyPassword({ hash: account.passwordHash, password: input.password })) {
    return { ok: false, reason: 'samePassword' };
  }
  if (await isGuessable(input.password, toKnownWords(context, account))) return guessable;
  const passwordHash = await hashPassword(input.password);
  const token = await context.inTransaction(async (tx) => {
    const now = context.clock.now();
    await storePassword(tx, { accountId: id, passwordHash, now });
    await settleAccount(tx, { accountId: id, now });
    const change = { accountId: id, action: 'account.new-password' as const };
    await context.recordChange(tx, { ...change, requestId: caller.requestId, now });
    return renewSession(tx, { accountId: id, openedFor: null, sessionId: session.sessionId, now });
  });
  const cookies = getRenewedCookies(context, token);
  return { ok: true, state: await decideState(context, id, 'signedIn'), accountId: id, email, cookies };
}

/**
 * Denied where the sign-in of the companies is the only one, because the password opens nothing there. A caller without the
 * cookie of its session is signed out: a token and the password must not become a session without the second factor.
 */
export async function updatePassword(
  context: IdentityContext,
  caller: Caller,
  input: { accountId: string; sessionId: string | undefined; password: string; newPassword: string },
): Promise<Answer<{ cookies: string[] }>> {
  const { accountId, newPassword } = input;
  if (await context.isPasswordClosed(accountId)) return { ok: false, reason: 'singleSignOnRequired' };
  if (await context.isOfOneCompany(accountId, input.sessionId)) return { ok: false, reason: 'ofOneCompany' };
  const checked = await checkPassword(context, accountId, input.password);
  if (!checked.ok) return checked;
  if (newPassword === input.password) return { ok: false, reason: 'samePassword' };
  const account = await findAccount(context.sql, { accountId });
  if (!account) return { ok: false, reason: 'signedOut' };
  if (await isGuessable(newPassword, toKnownWords(context, account))) return guessable;
  const passwordHash = await hashPassword(newPassword);
  const cookies = await settleUpdate(context, caller, { ...input, email: account.email }, (tx) =>
    storePassword(tx, { accountId, passwordHash, now: context.clock.now() }),
  );
  return { ok: true, cookies };
}

/**
 * Completes a new password of a signed-in account, here or at a user pool; answers the cookies of its renewed session.
 */
export async function settleUpdate(
  context: IdentityContext,
  caller: Caller,
  input: { accountId: string; sessionId: string | undefined; email: string; pool?: OpenedBy },
  write: (tx: Sql) => Promise<unknown>,
): Promise<string[]> {
  const { accountId, email, pool } = input;
  const present = await getSession(context, caller);
  const sessionId = present.sessionId === input.sessionId ? input.sessionId : undefined;
  const token = await context.inTransaction(async (tx) => {
    const now = context.clock.now();
    await write(tx);
    await context.mail.sendSecurityMail(tx, { kind: 'password-changed', email });
    const change = { accountId, action: 'account.password-changed' as const, session: pool };
    await context.recordChange(tx, { ...change, requestId: caller.requestId, now });
    return renewSession(tx, { accountId, openedFor: pool?.companyId ?? null, sessionId, now });
  });
  return getRenewedCookies(context, token);
}

/** For operations that ask for the password again; counted apart from signing in. */
export async function checkPassword(context: IdentityContext, accountId: string, password: string): Promise<Answer> {
  const guarded = { sql: context.sql, now: context.clock.now(), owners: [passwordClaim(accountId)] };
  return guardAttempt<Answer>(guarded, async (): Promise<Judged<Answer>> => {
    const account = await findAccount(context.sql, { accountId });
    const isRight = account !== undefined && (await verifyPassword({ hash: account.passwordHash, password }));
    return { isPassed: isRight, value: isRight ? { ok: true } : { ok: false, reason: 'wrongPassword' } };
  });
}
