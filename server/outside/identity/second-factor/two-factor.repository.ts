import type { Executor } from '../../../lib/executor.ts';

export type TwoFactorRow = { encryptedSecret: string; isVerified: boolean };

export async function findTwoFactor(executor: Executor, accountId: string): Promise<TwoFactorRow | undefined> {
  const { rows } = await executor.query('SELECT secret, verified FROM identity.two_factors WHERE account_id = $1', [
    accountId,
  ]);
  const row = rows[0];
  return row && { encryptedSecret: String(row.secret), isVerified: row.verified === true };
}

/** False where two-factor sign-in is already on; an unfinished set-up is replaced, its used step is kept. */
export async function storeUnprovenTwoFactor(
  executor: Executor,
  accountId: string,
  encryptedSecret: string,
): Promise<boolean> {
  const { rows } = await executor.query(
    `INSERT INTO identity.two_factors AS t (account_id, secret) VALUES ($1, $2)
     ON CONFLICT (account_id) DO UPDATE SET secret = $2 WHERE NOT t.verified RETURNING id`,
    [accountId, encryptedSecret],
  );
  return rows.length === 1;
}

/** Takes a step once: of two uses of one code, also at the same instant, the second gets false. */
export async function claimTotpStep(executor: Executor, accountId: string, step: number): Promise<boolean> {
  const { rows } = await executor.query(
    'UPDATE identity.two_factors SET last_step = $2 WHERE account_id = $1 AND last_step < $2 RETURNING id',
    [accountId, step],
  );
  return rows.length === 1;
}

export async function turnTwoFactorOn(executor: Executor, accountId: string): Promise<void> {
  await executor.query('UPDATE identity.two_factors SET verified = true WHERE account_id = $1', [accountId]);
  await executor.query('UPDATE identity.accounts SET two_factor_enabled = true, updated_at = now() WHERE id = $1', [
    accountId,
  ]);
}

export async function turnTwoFactorOff(executor: Executor, accountId: string): Promise<void> {
  await executor.query('DELETE FROM identity.two_factors WHERE account_id = $1', [accountId]);
  await executor.query('DELETE FROM identity.recovery_codes WHERE account_id = $1', [accountId]);
  await executor.query('UPDATE identity.accounts SET two_factor_enabled = false, updated_at = now() WHERE id = $1', [
    accountId,
  ]);
}

export async function replaceRecoveryCodes(executor: Executor, accountId: string, hashes: string[]): Promise<void> {
  await executor.query('DELETE FROM identity.recovery_codes WHERE account_id = $1', [accountId]);
  await executor.query('INSERT INTO identity.recovery_codes (account_id, code_hash) SELECT $1, unnest($2::text[])', [
    accountId,
    hashes,
  ]);
}

/** Uses a recovery code up; false where it is unknown or used. */
export async function claimRecoveryCode(
  executor: Executor,
  use: { accountId: string; hash: string; now: Date },
): Promise<boolean> {
  const { rows } = await executor.query(
    `UPDATE identity.recovery_codes SET used_at = $3
     WHERE account_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING code_hash`,
    [use.accountId, use.hash, use.now],
  );
  return rows.length === 1;
}

/** An encrypted TOTP secret, by the id of its row. */
export interface StoredTotpSecret {
  readonly id: string;
  readonly secret: string;
}

export async function listTotpSecrets(executor: Executor): Promise<StoredTotpSecret[]> {
  const { rows } = await executor.query('SELECT id, secret FROM identity.two_factors', []);
  return rows.map(({ id, secret }) => ({ id: String(id), secret: String(secret) }));
}

/** Leaves alone what has changed in the meantime: it was encrypted with the present key. */
export async function replaceTotpSecret(
  executor: Executor,
  { id, secret }: StoredTotpSecret,
  renewed: string,
): Promise<void> {
  const text = 'UPDATE identity.two_factors SET secret = $3 WHERE id = $1 AND secret = $2';
  await executor.query(text, [id, secret, renewed]);
}
