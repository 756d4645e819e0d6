import type { Executor } from '../../../lib/executor.ts';

export type AccountRow = {
  id: string;
  email: string;
  name: string;
  isVerified: boolean;
  hasTwoFactor: boolean;
  mustChangePassword: boolean;
  pendingEmail: string | null;
  signUps: number;
  passwordHash: string;
};

const selectAccount = `
  SELECT a.*, c.password FROM identity.accounts a
  LEFT JOIN identity.credentials c ON c.account_id = a.id AND c.provider_id = 'credential'`;

function toAccount(row: Record<string, unknown> | undefined): AccountRow | undefined {
  if (!row) return undefined;
  return {
    id: String(row.id),
    email: String(row.email),
    name: String(row.name),
    isVerified: row.email_verified === true,
    hasTwoFactor: row.two_factor_enabled === true,
    mustChangePassword: row.must_change_password === true,
    pendingEmail: typeof row.pending_email === 'string' ? row.pending_email : null,
    signUps: Number(row.sign_ups),
    passwordHash: typeof row.password === 'string' ? row.password : '',
  };
}

export async function findAccountByEmail(executor: Executor, email: string): Promise<AccountRow | undefined> {
  const { rows } = await executor.query(`${selectAccount} WHERE a.email = $1`, [email]);
  return toAccount(rows[0]);
}

export async function findAccountById(executor: Executor, id: string): Promise<AccountRow | undefined> {
  const { rows } = await executor.query(`${selectAccount} WHERE a.id = $1`, [id]);
  return toAccount(rows[0]);
}

/** Undefined where the address is taken. */
export async function insertAccount(
  executor: Executor,
  account: { email: string; name: string; passwordHash: string },
): Promise<string | undefined> {
  const { rows } = await executor.query(
    `INSERT INTO identity.accounts (email, name) VALUES ($1, $2) ON CONFLICT (email) DO NOTHING RETURNING id`,
    [account.email, account.name],
  );
  const id = rows[0]?.id;
  if (typeof id !== 'string') return undefined;
  await executor.query(
    `INSERT INTO identity.credentials (account_id, provider_id, provider_account_id, password)
     VALUES ($1, 'credential', $2, $3)`,
    [id, id, account.passwordHash],
  );
  return id;
}

/** For the demo and for tests, never for people: nobody has shown that the address is theirs. */
export async function insertProvenAccount(
  executor: Executor,
  account: { email: string; name: string; passwordHash: string },
): Promise<string> {
  const { rows } = await executor.query(
    `WITH made AS (INSERT INTO identity.accounts (email, name, email_verified) VALUES ($1, $2, true) RETURNING id)
     INSERT INTO identity.credentials (account_id, provider_id, provider_account_id, password)
     SELECT id, 'credential', id::text, $3 FROM made RETURNING account_id`,
    [account.email, account.name, account.passwordHash],
  );
  return String(rows[0]?.account_id);
}

/** The newest sign-up of an address nobody has proven decides the password. Undefined where it is proven by now. */
export async function replaceUnprovenAccount(
  executor: Executor,
  account: { email: string; name: string; passwordHash: string },
): Promise<string | undefined> {
  const { rows } = await executor.query(
    `UPDATE identity.accounts SET name = $2, sign_ups = sign_ups + 1, updated_at = now()
     WHERE email = $1 AND NOT email_verified RETURNING id`,
    [account.email, account.name],
  );
  const id = rows[0]?.id;
  if (typeof id !== 'string') return undefined;
  await storePassword(executor, id, account.passwordHash);
  return id;
}

export async function storePassword(executor: Executor, accountId: string, passwordHash: string): Promise<void> {
  await executor.query(
    `UPDATE identity.credentials SET password = $2, updated_at = now()
     WHERE account_id = $1 AND provider_id = 'credential'`,
    [accountId, passwordHash],
  );
}

/** A password chosen by the holder of the address: proven, and no longer temporary. */
export async function settleAccount(executor: Executor, accountId: string): Promise<void> {
  await executor.query(
    `UPDATE identity.accounts
     SET email_verified = true, must_change_password = false, sign_ups = 1, updated_at = now() WHERE id = $1`,
    [accountId],
  );
}

export async function markVerified(executor: Executor, accountId: string): Promise<void> {
  await executor.query('UPDATE identity.accounts SET email_verified = true, updated_at = now() WHERE id = $1', [
    accountId,
  ]);
}

export async function storePendingEmail(executor: Executor, accountId: string, email: string | null): Promise<void> {
  await executor.query('UPDATE identity.accounts SET pending_email = $2, updated_at = now() WHERE id = $1', [
    accountId,
    email,
  ]);
}

/** False where the address became somebody else's in the meantime. */
export async function applyPendingEmail(executor: Executor, accountId: string, email: string): Promise<boolean> {
  const { rows } = await executor.query(
    `UPDATE identity.accounts SET email = $2, email_verified = true, pending_email = NULL, updated_at = now()
     WHERE id = $1 AND pending_email = $2 AND NOT EXISTS (SELECT 1 FROM identity.accounts o WHERE o.email = $2)
     RETURNING id`,
    [accountId, email],
  );
  return rows.length === 1;
}

export async function ensureAccountRow(
  executor: Executor,
  account: { email: string; name: string; passwordHash: string },
): Promise<{ accountId: string; isNew: boolean }> {
  const { rows } = await executor.query('SELECT account_id, is_new FROM identity.ensure_account($1, $2, $3)', [
    account.email,
    account.name,
    account.passwordHash,
  ]);
  return { accountId: String(rows[0]?.account_id), isNew: rows[0]?.is_new === true };
}

export async function removeAccountRow(executor: Executor, accountId: string): Promise<boolean> {
  const { rows } = await executor.query('SELECT identity.remove_account($1) AS is_removed', [accountId]);
  return rows[0]?.is_removed === true;
}
