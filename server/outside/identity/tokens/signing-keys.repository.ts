import { columns } from '../../../sql/columns.ts';
import { systemStatement } from '../../../sql/statement.ts';
import { instant, nullable, text, uuid, type RowOf } from '../../../sql/types.ts';

const values = {
  /** JSON of a JWK. */
  publicKey: text,
  /** Encrypted (`encryptText`). */
  privateKey: text,
  alg: nullable(text),
  crv: nullable(text),
  createdAt: instant,
  expiresAt: nullable(instant),
};
const stored = { id: uuid, ...values };

export type StoredKey = RowOf<typeof stored>;

/** Oldest first. */
export const listKeys = systemStatement.list({
  text: `select ${columns(stored)} from identity.signing_keys order by created_at`,
  row: stored,
});

export const createKey = systemStatement.get({
  text: `
    insert into identity.signing_keys (public_key, private_key, alg, crv, created_at, expires_at)
    values ($publicKey, $privateKey, $alg, $crv, $createdAt, $expiresAt) returning id`,
  params: values,
  row: { id: uuid },
});
