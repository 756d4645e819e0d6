import { toEmailKey } from '#contract/fields.ts';
import { applyPendingEmail, findAccountByEmail, findAccountById, storePendingEmail } from './accounts.repository.ts';
import type { IdentityContext } from '../context.ts';
import { addressSubject, settleEvenly } from '../context.ts';
import { inTransaction } from '../transaction.repository.ts';
import { claimInHour, hourlyLimits } from '../limits/hourly-limits.repository.ts';
import type { Executor } from '../../../lib/executor.ts';
import type { Answer, EmailChange, Refusal } from '../identity.ts';
import { findProvenCode, mailCode } from '../sign-in/mailed-codes.ts';
import { endCodes, spendCode } from '../sign-in/one-time-codes.repository.ts';
import { checkPassword } from './passwords.ts';

/** Nothing changes until the code sent to the new address comes back. The answer never tells whose address it is. */
export async function startEmailChange(
  context: IdentityContext,
  accountId: string,
  input: { email: string; password: string },
): Promise<Answer> {
  return settleEvenly(context.evenAnswerMs, async () => {
    const checked = await checkPassword(context, accountId, input.password);
    if (!checked.ok) return checked;
    const email = toEmailKey(input.email);
    const account = await findAccountById(context.pool, accountId);
    if (account?.email !== email) return mailChangeCode(context, accountId, email);
    await cancelEmailChange(context, accountId);
    return { ok: true };
  });
}

export async function resendEmailChangeCode(context: IdentityContext, accountId: string): Promise<Answer> {
  return settleEvenly(context.evenAnswerMs, async () => {
    const account = await findAccountById(context.pool, accountId);
    if (!account?.pendingEmail) return { ok: false, reason: 'stepOutOfTurn' };
    return mailChangeCode(context, accountId, account.pendingEmail);
  });
}

/** Rolls the code back that would have been one too many. */
class TooManyChanges extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('too many changes of address');
    this.refusal = refusal;
  }
}

async function mailChangeCode(context: IdentityContext, accountId: string, email: string): Promise<Answer> {
  try {
    return await inTransaction(context.pool, (client) => issueChangeCode(context, client, accountId, email));
  } catch (fault) {
    if (fault instanceof TooManyChanges) return fault.refusal;
    throw fault;
  }
}

async function issueChangeCode(
  context: IdentityContext,
  client: Executor,
  accountId: string,
  email: string,
): Promise<Answer> {
  const holder = await findAccountByEmail(client, email);
  const mailed = await mailCode(context, client, {
    purpose: 'change-email',
    email,
    accountId: holder ? null : accountId,
  });
  if (!mailed.ok) return mailed;
  // Last, so that only codes that go out count; a refusal takes the code back.
  const claimed = await claimInHour(client, hourlyLimits.addressChange, { key: accountId, now: context.clock.now() });
  if (!claimed.ok) throw new TooManyChanges(claimed);
  if (holder) await context.mail.sendNotice(client, { notice: 'account-exists', email });
  await storePendingEmail(client, accountId, email);
  return mailed;
}

export async function cancelEmailChange(context: IdentityContext, accountId: string): Promise<void> {
  await inTransaction(context.pool, async (client) => {
    const account = await findAccountById(client, accountId);
    if (!account?.pendingEmail) return;
    await storePendingEmail(client, accountId, null);
    const subject = addressSubject(context, account.pendingEmail);
    await endCodes(client, { purpose: 'change-email', subject }, context.clock.now());
  });
}

export async function proveEmailChange(
  context: IdentityContext,
  accountId: string,
  input: { code: string },
): Promise<Answer<EmailChange>> {
  const account = await findAccountById(context.pool, accountId);
  if (!account?.pendingEmail) return { ok: false, reason: 'stepOutOfTurn' };
  const { email: oldEmail, pendingEmail: newEmail } = account;
  const proven = await findProvenCode(context, { purpose: 'change-email', email: newEmail, code: input.code });
  if (proven?.accountId !== accountId) return { ok: false, reason: 'wrongCode' };
  return { ok: true, accountId, oldEmail, newEmail, codeId: proven.id };
}

export async function applyEmailChange(
  context: IdentityContext,
  executor: Executor,
  change: EmailChange,
): Promise<Answer> {
  const isApplied =
    (await spendCode(executor, change.codeId, context.clock.now())) &&
    (await applyPendingEmail(executor, change.accountId, change.newEmail));
  if (!isApplied) return { ok: false, reason: 'wrongCode' };
  await context.mail.sendNotice(executor, { notice: 'email-changed', email: change.oldEmail });
  return { ok: true };
}
