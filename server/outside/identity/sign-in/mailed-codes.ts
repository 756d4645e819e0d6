import { claimAttempt } from '../limits/attempts.repository.ts';
import type { IdentityContext } from '../context.ts';
import { addressSubject, sendingClaim } from '../context.ts';
import { inTransaction } from '../transaction.repository.ts';
import type { Executor } from '../../../lib/executor.ts';
import type { Answer, Caller, CodePurpose } from '../identity.ts';
import type { ProvenCode } from './one-time-codes.repository.ts';
import { issueCode, proveCode } from './one-time-codes.repository.ts';

export type CodeMail = {
  purpose: CodePurpose;
  email: string;
  /** Null where the address is nobody's: everything happens as usual, but no mail goes out. */
  accountId: string | null;
};

/** Issues a code and writes its mail in one transaction. Refused with the seconds to wait when the address had enough. */
export async function mailCode(context: IdentityContext, executor: Executor, mail: CodeMail): Promise<Answer> {
  const { purpose, email, accountId } = mail;
  const request = { purpose, subject: addressSubject(context, email), accountId, now: context.clock.now() };
  const issued = await issueCode(executor, context.secretsKey, request);
  if ('retryAfterSeconds' in issued) return { ok: false, reason: 'tooManyAttempts', ...issued };
  if (accountId !== null) await context.mail.sendCode(executor, { purpose, email, code: issued.code });
  return { ok: true };
}

export async function mailCodeAlone(context: IdentityContext, mail: CodeMail): Promise<Answer> {
  return inTransaction(context.pool, (client) => mailCode(context, client, mail));
}

/** Codes asked for from one network are counted together, whatever the addresses. */
export async function allowSending(context: IdentityContext, executor: Executor, caller: Caller): Promise<Answer> {
  const claimed = await claimAttempt(executor, sendingClaim(caller), context.clock.now());
  if (claimed.isAllowed) return { ok: true };
  return { ok: false, reason: 'tooManyAttempts', retryAfterSeconds: claimed.retryAfterSeconds };
}

export async function findProvenCode(
  context: IdentityContext,
  guess: { purpose: CodePurpose; email: string; code: string },
): Promise<ProvenCode | undefined> {
  const { purpose, email, code } = guess;
  return proveCode(context.pool, context.secretsKey, {
    purpose,
    subject: addressSubject(context, email),
    code,
    now: context.clock.now(),
  });
}
