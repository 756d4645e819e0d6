import { claimAttempt } from '../limits/attempts.repository.ts';
import { addressSubject, sendingClaim, type IdentityContext } from '../context.ts';
import type { Sql } from '../../../sql/sql.ts';
import type { Answer, AskPool, Caller, CodePurpose } from '../identity.ts';
import { endPause, issueCode, proveCode, type ProvenCode } from './one-time-codes.repository.ts';

export type CodeMail = {
  purpose: CodePurpose;
  email: string;
  /** The network of the caller (`clientNetwork`); empty where a session requests the code. */
  network: string;
  /** Null where the address has no account: a code is issued all the same, but no mail is sent. */
  accountId: string | null;
};

/** Issues a code and queues its mail in one transaction; above the address's limit the answer carries the seconds to wait. */
export async function mailCode(context: IdentityContext, sql: Sql, mail: CodeMail): Promise<Answer> {
  const { purpose, email, network, accountId } = mail;
  const subject = addressSubject(context, email);
  const request = { purpose, subject, network, accountId, now: context.clock.now() };
  const issued = await issueCode(sql, context.secretsKey, request);
  if ('retryAfterSeconds' in issued) return { ok: false, reason: 'tooManyAttempts', ...issued };
  if (accountId !== null) await context.mail.sendCode(sql, { purpose, email, code: issued.code });
  return { ok: true };
}

export async function mailCodeAlone(context: IdentityContext, mail: CodeMail): Promise<Answer> {
  return context.inTransaction((tx) => mailCode(context, tx, mail));
}

/** Lets the pool send its code after a mailed one. A pool that is away does not use up the minute until the next request. */
export async function askPoolForCode(
  context: IdentityContext,
  { purpose, email, network }: CodeMail,
  askPool: AskPool,
): Promise<Answer | undefined> {
  const asked = await askPool();
  if (asked?.ok === false && asked.reason === 'unreachable') {
    const subject = addressSubject(context, email);
    await endPause(context.sql, { purpose, subject, network, now: context.clock.now() });
  }
  return asked;
}

/** Counts the codes that one network requests, for all addresses together. */
export async function allowSending(context: IdentityContext, sql: Sql, caller: Caller): Promise<Answer> {
  const claimed = await claimAttempt(sql, sendingClaim(caller), context.clock.now());
  if (claimed.isAllowed) return { ok: true };
  return { ok: false, reason: 'tooManyAttempts', retryAfterSeconds: claimed.retryAfterSeconds };
}

export async function findProvenCode(
  context: IdentityContext,
  guess: { purpose: CodePurpose; email: string; network: string; code: string },
): Promise<ProvenCode | undefined> {
  const { email, ...rest } = guess;
  const subject = addressSubject(context, email);
  return proveCode(context.sql, context.secretsKey, { ...rest, subject, now: context.clock.now() });
}
