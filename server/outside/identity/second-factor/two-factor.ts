import { findAccount, hasSamePassword, type AccountRow } from '../accounts/accounts.repository.ts';
import { secondFactorClaim, type IdentityContext } from '../context.ts';
import { encryptText } from '../encrypted-text.ts';
import { guardAttempt, type Judged } from '../limits/guard.ts';
import type { Sql } from '../../../sql/sql.ts';
import type { Answer, BothFactors, TwoFactorSetUp } from '../identity.ts';
import { checkPassword } from '../accounts/passwords.ts';
import { keyedHash, normalizeRecoveryCode, randomToken, recoveryCode } from '../secrets.ts';
import { base32, findTotpStep, totpUri } from './totp.ts';
import { listSecretsKeys, openTotpSecret } from './totp-secrets.ts';
import {
  claimRecoveryCode,
  claimTotpStep,
  findTwoFactor,
  replaceRecoveryCodes,
  createUnprovenTwoFactor,
  disableFactor,
  enableFactor,
} from './two-factor.repository.ts';

const recoveryCodeCount = 10;

/** Whether the code is of the current or the previous step and unused; claims it. */
export async function takeTotpCode(context: IdentityContext, accountId: string, code: string): Promise<boolean> {
  const row = await findTwoFactor(context.sql, { accountId });
  if (!row) return false;
  const secret = openTotpSecret(context, row.encryptedSecret);
  const step = findTotpStep(secret, code, context.clock.now());
  return step !== undefined && claimTotpStep(context.sql, accountId, step);
}

/** Whether the recovery code is unused; claims it. Codes keyed with an older secrets key stay valid while that key is known. */
export async function takeRecoveryCode(context: IdentityContext, accountId: string, code: string): Promise<boolean> {
  for (const key of listSecretsKeys(context)) {
    const hash = recoveryHash(key, accountId, code);
    if (await claimRecoveryCode(context.sql, { accountId, hash, now: context.clock.now() })) return true;
  }
  return false;
}

function recoveryHash(secretsKey: string, accountId: string, code: string): string {
  return keyedHash(secretsKey, ['recovery', accountId, normalizeRecoveryCode(code)]);
}

export async function setUpTwoFactor(
  context: IdentityContext,
  accountId: string,
  input: { password: string },
): Promise<Answer<TwoFactorSetUp>> {
  const account = await findAccount(context.sql, { accountId });
  if (!account) return { ok: false, reason: 'signedOut' };
  if (account.hasTwoFactor) return { ok: false, reason: 'twoFactorOn' };
  const checked = await checkPassword(context, accountId, input.password);
  if (!checked.ok) return checked;

  const secret = randomToken();
  const encryptedSecret = encryptText(context.secretsKey, secret);
  const recoveryCodes = newRecoveryCodes();
  const isStored = await context.inTransaction(async (tx) => {
    if (!(await createUnprovenTwoFactor(tx, accountId, encryptedSecret))) return false;
    await replaceRecoveryCodes(tx, accountId, hashesOf(context, accountId, recoveryCodes));
    return true;
  });
  if (!isStored) return { ok: false, reason: 'twoFactorOn' };
  const shown = base32(secret);
  const uri = totpUri({ secret: shown, issuer: context.product, email: account.email });
  return { ok: true, uri, secret: shown, recoveryCodes };
}

export async function confirmTwoFactor(
  context: IdentityContext,
  sql: Sql,
  accountId: string,
  input: { code: string },
): Promise<Answer> {
  const account = await findAccount(context.sql, { accountId });
  if (!account) return { ok: false, reason: 'signedOut' };
  if (account.hasTwoFactor) return { ok: false, reason: 'twoFactorOn' };
  if (!(await findTwoFactor(context.sql, { accountId }))) return { ok: false, reason: 'twoFactorOff' };
  const proven = await proveFactor(context, account, { method: 'totp', code: input.code });
  if (!proven.ok) return proven;
  const isEnabled = await enableFactor(sql, accountId, context.clock.now());
  return isEnabled ? proven : { ok: false, reason: 'twoFactorOff' };
}

export async function disableTwoFactor(
  context: IdentityContext,
  sql: Sql,
  accountId: string,
  input: BothFactors,
): Promise<Answer> {
  const proven = await proveBoth(context, sql, accountId, input);
  if (proven.ok) await disableFactor(sql, accountId, context.clock.now());
  return proven;
}

export async function renewRecoveryCodes(
  context: IdentityContext,
  sql: Sql,
  accountId: string,
  input: BothFactors,
): Promise<Answer<{ recoveryCodes: string[] }>> {
  const proven = await proveBoth(context, sql, accountId, input);
  if (!proven.ok) return proven;
  const recoveryCodes = newRecoveryCodes();
  await replaceRecoveryCodes(sql, accountId, hashesOf(context, accountId, recoveryCodes));
  return { ok: true, recoveryCodes };
}

/**
 * @param sql of the transaction that changes the factor. It waits for a new password that is about to commit, so that the
 * old password changes nothing after it.
 */
async function proveBoth(context: IdentityContext, sql: Sql, accountId: string, input: BothFactors): Promise<Answer> {
  const account = await findAccount(context.sql, { accountId });
  if (!account) return { ok: false, reason: 'signedOut' };
  if (!account.hasTwoFactor) return { ok: false, reason: 'twoFactorOff' };
  const checked = await checkPassword(context, accountId, input.password);
  if (!checked.ok) return checked;
  const proven = await proveFactor(context, account, input);
  if (!proven.ok || (await hasSamePassword(sql, account))) return proven;
  return { ok: false, reason: 'wrongPassword' };
}

async function proveFactor(
  context: IdentityContext,
  account: AccountRow,
  { method, code }: Pick<BothFactors, 'method' | 'code'>,
): Promise<Answer> {
  const guarded = { sql: context.sql, now: context.clock.now(), owners: [secondFactorClaim(account.id)] };
  return guardAttempt<Answer>(guarded, async (): Promise<Judged<Answer>> => {
    const take = method === 'totp' ? takeTotpCode : takeRecoveryCode;
    const isRight = await take(context, account.id, code);
    return { isPassed: isRight, value: isRight ? { ok: true } : { ok: false, reason: 'wrongCode' } };
  });
}

function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, recoveryCode);
}

function hashesOf(context: IdentityContext, accountId: string, codes: string[]): string[] {
  return codes.map((code) => recoveryHash(context.secretsKey, accountId, code));
}
