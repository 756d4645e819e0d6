import type { Jwk } from 'better-auth/plugins';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { columns } from '../../../sql/columns.ts';
import type { Sql } from '../../../sql/sql.ts';
import { systemStatement } from '../../../sql/statement.ts';
import { instant, nullable, text, textOf, uuid, type RowOf } from '../../../sql/types.ts';

const values = {
  publicKey: text,
  privateKey: text,
  alg: nullable(textOf<NonNullable<Jwk['alg']>>()),
  crv: nullable(textOf<NonNullable<Jwk['crv']>>()),
  createdAt: instant,
  expiresAt: nullable(instant),
};
const stored = { id: uuid, ...values };

const listKeysStatement = systemStatement({
  text: `select ${columns(stored)} from identity.signing_keys order by created_at`,
  row: stored,
});

const createKeyStatement = systemStatement({
  text: `
    insert into identity.signing_keys (public_key, private_key, alg, crv, created_at, expires_at)
    values ($publicKey, $privateKey, $alg, $crv, $createdAt, $expiresAt) returning id`,
  params: values,
  row: { id: uuid },
});

/**
 * The keys that sign identity tokens, private parts encrypted with the key for stored credentials. A key that was
 * encrypted with another one is left out, so that a changed key invalidates tokens of the last five minutes only.
 */
export function createSigningKeys(sql: Sql, secretsKey: string) {
  return {
    getJwks: async (): Promise<Jwk[]> => {
      const keys = await Promise.all((await sql.list(listKeysStatement)).map((row) => decryptKey(row, secretsKey)));
      return keys.filter((key) => key !== undefined);
    },
    createJwk: async (key: Omit<Jwk, 'id'>): Promise<Jwk> => {
      const privateKey = await symmetricEncrypt({ key: secretsKey, data: key.privateKey });
      const { publicKey, alg = null, crv = null, createdAt, expiresAt = null } = key;
      const { id } = await sql.get(createKeyStatement, { publicKey, privateKey, alg, crv, createdAt, expiresAt });
      return { ...key, id };
    },
  };
}

async function decryptKey(
  { id, publicKey, createdAt, expiresAt, alg, crv, ...encrypted }: RowOf<typeof stored>,
  secretsKey: string,
): Promise<Jwk | undefined> {
  const privateKey = await symmetricDecrypt({ key: secretsKey, data: encrypted.privateKey }).catch(() => undefined);
  if (privateKey === undefined) return undefined;
  return {
    id,
    publicKey,
    privateKey,
    createdAt,
    ...(expiresAt && { expiresAt }),
    ...(alg && { alg }),
    ...(crv && { crv }),
  };
}
