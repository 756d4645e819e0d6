import { toEmailKey } from '#contract/fields.ts';
import { applyPendingEmail, findAccountByEmail, findAccount, updatePendingEmail } from './accounts.repository.ts';
import { addressSubject, settleEvenly, type IdentityContext } from '../context.ts';
import { claimInHour, hourlyLimits } from '../limits/hourly-limits.repository.ts';
import type { Sql } from '../../../sql/sql.ts';
import type { Answer, EmailChange, IdentityFailure } from '../identity.ts';
import { findProvenCode, mailCode } from '../sign-in/mailed-codes.ts';
import { endCodes, spendCode } from '../sign-in/one-time-codes.repository.ts';
import { checkPassword } from './passwords.ts';

/** The address changes once the code mailed to it is proven. The answer is the same for taken addresses. */
export async function startEmailChange(
  context: IdentityContext,
  accountId: string,
  input: { email: string; password: string },
): Promise<Answer> {
  return settleEvenly(context.evenAnswerMs, async () => {
    const checked = await checkPassword(context, accountId, input.password);
    if (!checked.ok) return checked;
    const email = toEmailKey(input.email);
    const account = await findAccount(context.sql, { accountId });
    if (account?.email !== email) return mailChangeCode(context, accountId, email);
    await cancelEmailChange(context, accountId);
    return { ok: true };
  });
}

export async function resendEmailChangeCode(context: IdentityContext, accountId: string): Promise<Answer> {
  return settleEvenly(context.evenAnswerMs, async () => {
    const account = await findAccount(context.sql, { accountId });
    if (!account?.pendingEmail) return { ok: false, reason: 'stepOutOfTurn' };
    return mailChangeCode(context, accountId, account.pendingEmail);
  });
}

/** Rolls back a code above the hourly limit. */
class TooManyChanges extends Error {
  readonly failure: IdentityFailure;

  constructor(failure: IdentityFailure) {
    super('too many changes of address');
    this.failure = failure;
  }
}

async function mailChangeCode(context: IdentityContext, accountId: string, email: string): Promise<Answer> {
  try {
    return await context.inTransaction((tx) => issueChangeCode(context, tx, accountId, email));
  } catch (fault) {
    if (fault instanceof TooManyChanges) return fault.failure;
    throw fault;
  }
}

async function issueChangeCode(context: IdentityContext, tx: Sql, accountId: string, email: string): Promise<Answer> {
  const holder = await findAccountByEmail(tx, { email });
  const mailed = await mailCode(context, tx, {
    purpose: 'change-email',
    email,
    network: '',
    accountId: holder ? null : accountId,
  });
  if (!mailed.ok) return mailed;
  // Last, so that only mailed codes count; a full hour rolls the code back.
  const claimed = await claimInHour(tx, hourlyLimits.addressChange, { key: accountId, now: context.clock.now() });
  if (!claimed.ok) throw new TooManyChanges(claimed);
  if (holder) await context.mail.sendSecurityMail(tx, { kind: 'account-exists', email });
  await updatePendingEmail(tx, { accountId, email, now: context.clock.now() });
  return mailed;
}

export async function cancelEmailChange(context: IdentityContext, accountId: string): Promise<void> {
  await context.inTransaction(async (tx) => {
    const account = await findAccount(tx, { accountId });
    if (!account?.pendingEmail) return;
    const now = context.clock.now();
    await updatePendingEmail(tx, { accountId, email: null, now });
    const subject = addressSubject(context, account.pendingEmail);
    await endCodes(tx, { purpose: 'change-email', subject, now });
  });
}

export async function proveEmailChange(
  context: IdentityContext,
  accountId: string,
  input: { code: string },
): Promise<Answer<EmailChange>> {
  const account = await findAccount(context.sql, { accountId });
  if (!account?.pendingEmail) return { ok: false, reason: 'stepOutOfTurn' };
  const { email: oldEmail, pendingEmail: newEmail } = account;
  const proven = await findProvenCode(context, {
    purpose: 'change-email',
    email: newEmail,
    network: '',
    code: input.code,
  });
  if (proven?.accountId !== accountId) return { ok: false, reason: 'wrongCode' };
  return { ok: true, accountId, oldEmail, newEmail, codeId: proven.id };
}

export async function applyEmailChange(context: IdentityContext, sql: Sql, change: EmailChange): Promise<Answer> {
  const now = context.clock.now();
  const isApplied =
    (await spendCode(sql, change.codeId, now)) &&
    (await applyPendingEmail(sql, change.accountId, change.newEmail, now));
  if (!isApplied) return { ok: false, reason: 'wrongCode' };
  await context.mail.sendSecurityMail(sql, { kind: 'email-changed', email: change.oldEmail });
  return { ok: true };
}
