import type { Sql } from '../../../sql/sql.ts';
import { systemStatement } from '../../../sql/statement.ts';
import { array, boolean, instant, integer, text, uuid } from '../../../sql/types.ts';

const accountId = uuid;

export const findTwoFactor = systemStatement.find({
  text: `
    select secret as "encryptedSecret", verified as "isVerified" from identity.two_factors where account_id = $accountId`,
  params: { accountId },
  row: { encryptedSecret: text, isVerified: boolean },
});

const createUnprovenStatement = systemStatement({
  text: `
    insert into identity.two_factors as t (account_id, secret) values ($accountId, $encryptedSecret)
    on conflict (account_id) do update set secret = excluded.secret where not t.verified`,
  params: { accountId, encryptedSecret: text },
});

/** False where two-factor sign-in is already on. Replaces an unfinished set-up and keeps its used step. */
export async function createUnprovenTwoFactor(sql: Sql, account: string, encryptedSecret: string): Promise<boolean> {
  return (await sql.run(createUnprovenStatement, { accountId: account, encryptedSecret })) === 1;
}

const claimTotpStepStatement = systemStatement({
  text: 'update identity.two_factors set last_step = $step where account_id = $accountId and last_step < $step',
  params: { accountId, step: integer },
});

/** Claims a step once: of two uses of one code, also simultaneous ones, the second gets false. */
export async function claimTotpStep(sql: Sql, account: string, step: number): Promise<boolean> {
  return (await sql.run(claimTotpStepStatement, { accountId: account, step })) === 1;
}

const verifyTwoFactorStatement = systemStatement({
  text: 'update identity.two_factors set verified = true where account_id = $accountId',
  params: { accountId },
});

/** Deletes a set-up that waits for its first code: who began it knew the password that ends now. */
export const deleteUnprovenTwoFactor = systemStatement.run({
  text: 'delete from identity.two_factors where account_id = $accountId and not verified',
  params: { accountId },
});

const setTwoFactorStatement = systemStatement({
  text: 'update identity.accounts set two_factor_enabled = $isOn, updated_at = $now where id = $accountId',
  params: { accountId, isOn: boolean, now: instant },
});

/** False where the set-up is gone. */
export async function enableFactor(sql: Sql, account: string, now: Date): Promise<boolean> {
  if ((await sql.run(verifyTwoFactorStatement, { accountId: account })) === 0) return false;
  await sql.run(setTwoFactorStatement, { accountId: account, isOn: true, now });
  return true;
}

const deleteTwoFactorStatement = systemStatement({
  text: 'delete from identity.two_factors where account_id = $accountId',
  params: { accountId },
});

const deleteRecoveryCodesStatement = systemStatement({
  text: 'delete from identity.recovery_codes where account_id = $accountId',
  params: { accountId },
});

export async function disableFactor(sql: Sql, account: string, now: Date): Promise<void> {
  await sql.run(deleteTwoFactorStatement, { accountId: account });
  await sql.run(deleteRecoveryCodesStatement, { accountId: account });
  await sql.run(setTwoFactorStatement, { accountId: account, isOn: false, now });
}

const createRecoveryCodesStatement = systemStatement({
  text: 'insert into identity.recovery_codes (account_id, code_hash) select $accountId, unnest($hashes::text[])',
  params: { accountId, hashes: array(text) },
});

export async function replaceRecoveryCodes(sql: Sql, account: string, hashes: readonly string[]): Promise<void> {
  await sql.run(deleteRecoveryCodesStatement, { accountId: account });
  await sql.run(createRecoveryCodesStatement, { accountId: account, hashes });
}

const claimRecoveryCodeStatement = systemStatement({
  text: `
    update identity.recovery_codes set used_at = $now
    where account_id = $accountId and code_hash = $hash and used_at is null`,
  params: { accountId, hash: text, now: instant },
});

/** Claims a recovery code once; false where it is unknown or used. */
export async function claimRecoveryCode(
  sql: Sql,
  claim: { accountId: string; hash: string; now: Date },
): Promise<boolean> {
  return (await sql.run(claimRecoveryCodeStatement, claim)) === 1;
}

/** An encrypted TOTP secret, by the id of its row. */
const totpSecret = { id: uuid, secret: text };

export const listTotpSecrets = systemStatement.list({
  text: 'select id, secret from identity.two_factors',
  row: totpSecret,
});

/** Leaves a secret alone that changed meanwhile, because it was encrypted with the current key. */
export const replaceTotpSecret = systemStatement.run({
  text: 'update identity.two_factors set secret = $renewed where id = $id and secret = $secret',
  params: { ...totpSecret, renewed: text },
});
