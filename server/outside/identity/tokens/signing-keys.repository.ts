import type { Jwk } from 'better-auth/plugins';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Executor } from '../../../lib/executor.ts';

/**
 * The keys that sign identity tokens, private parts encrypted with the key for stored credentials. A key that was
 * encrypted with another one is left out, so that a changed key ends tokens of the last five minutes and nothing else.
 */
export function keepSigningKeys(executor: Executor, secretsKey: string) {
  return {
    getJwks: async (): Promise<Jwk[]> => {
      const { rows } = await executor.query('SELECT * FROM identity.signing_keys ORDER BY created_at');
      const keys = await Promise.all(rows.map((row) => readKey(row, secretsKey)));
      return keys.filter((key) => key !== undefined);
    },
    createJwk: async (key: Omit<Jwk, 'id'>): Promise<Jwk> => {
      const { publicKey, privateKey, alg, crv, createdAt, expiresAt } = key;
      const encrypted = await symmetricEncrypt({ key: secretsKey, data: privateKey });
      const { rows } = await executor.query(
        `INSERT INTO identity.signing_keys (public_key, private_key, alg, crv, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
        [publicKey, encrypted, alg ?? null, crv ?? null, createdAt, expiresAt ?? null],
      );
      return { ...key, id: String(rows[0]?.id) };
    },
  };
}

async function readKey(row: Record<string, unknown>, secretsKey: string): Promise<Jwk | undefined> {
  const privateKey = await symmetricDecrypt({ key: secretsKey, data: String(row.private_key) }).catch(() => undefined);
  if (privateKey === undefined) return undefined;
  return {
    id: String(row.id),
    publicKey: String(row.public_key),
    privateKey,
    createdAt: row.created_at as Date,
    ...(row.expires_at instanceof Date ? { expiresAt: row.expires_at } : {}),
    ...(typeof row.alg === 'string' ? { alg: row.alg as NonNullable<Jwk['alg']> } : {}),
    ...(typeof row.crv === 'string' ? { crv: row.crv as NonNullable<Jwk['crv']> } : {}),
  };
}
