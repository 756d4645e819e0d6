import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose';
import type { Sql } from '../../../sql/sql.ts';
import { systemClock } from '../../clock.ts';
import { decryptText, encryptText } from '../encrypted-text.ts';
import { createKey, listKeys, type StoredKey } from './signing-keys.repository.ts';

/** The explicit type of our tokens (RFC 8725, 3.11): nothing else we ever sign can pass as one. */
export const identityTokenType = 'portal-identity+jwt';

const algorithm = 'EdDSA';
const curve = 'Ed25519';
const dayMs = 86_400_000;
/** A key signs for so long, and is published for a day more. */
const lifeMs = 30 * dayMs;

interface SigningKeysSettings {
  readonly sql: Sql;
  /** Encrypts the private parts. */
  readonly secretsKey: string;
  readonly publicUrl: string;
  readonly audience: string;
}

export interface IdentityClaims {
  readonly sub: string;
  readonly sid: string;
  readonly iat: number;
  readonly exp: number;
}

export type SigningKeys = ReturnType<typeof createSigningKeys>;

/** A key with its private part, as JSON of a JWK. */
type OpenKey = Omit<StoredKey, 'alg' | 'crv'>;

/**
 * The keys that sign identity tokens. One whose private part was encrypted with another key is left out, so that a changed
 * key invalidates tokens of the last five minutes only. They go by the system's clock.
 */
export function createSigningKeys({ sql, secretsKey, publicUrl, audience }: SigningKeysSettings) {
  return {
    sign: async ({ sub, sid, iat, exp }: IdentityClaims): Promise<string> => {
      const now = systemClock.now();
      const current = (await listOpenKeys(sql, secretsKey)).findLast(({ expiresAt }) => !expiresAt || expiresAt > now);
      const { id: kid, privateKey } = current ?? (await addKey(sql, secretsKey, now));
      return new SignJWT({ sub, sid, iat, exp, iss: publicUrl, aud: audience })
        .setProtectedHeader({ typ: identityTokenType, alg: algorithm, kid })
        .sign(await importJWK(JSON.parse(privateKey) as JWK, algorithm));
    },
    /** The public parts; the first time of all with a new key. */
    listPublicKeys: async (): Promise<{ keys: JWK[] }> => {
      const now = systemClock.now();
      const found = await listOpenKeys(sql, secretsKey);
      const known = found.length > 0 ? found : [await addKey(sql, secretsKey, now)];
      const published = known.filter(({ expiresAt }) => !expiresAt || expiresAt.getTime() + dayMs > now.getTime());
      return { keys: published.map(toPublicKey) };
    },
  };
}

async function listOpenKeys(sql: Sql, secretsKey: string): Promise<OpenKey[]> {
  return (await listKeys(sql)).flatMap((key) => {
    const privateKey = decryptText(secretsKey, key.privateKey);
    return privateKey === undefined ? [] : [{ ...key, privateKey }];
  });
}

async function addKey(sql: Sql, secretsKey: string, now: Date): Promise<OpenKey> {
  const pair = await generateKeyPair(algorithm, { crv: curve, extractable: true });
  const publicKey = JSON.stringify(await exportJWK(pair.publicKey));
  const privateKey = JSON.stringify(await exportJWK(pair.privateKey));
  const added = { publicKey, createdAt: now, expiresAt: new Date(now.getTime() + lifeMs) };
  const encrypted = encryptText(secretsKey, privateKey);
  const { id } = await createKey(sql, { ...added, privateKey: encrypted, alg: algorithm, crv: curve });
  return { ...added, id, privateKey };
}

const toPublicKey = ({ id, publicKey }: OpenKey): JWK => ({
  alg: algorithm,
  crv: curve,
  ...(JSON.parse(publicKey) as JWK),
  kid: id,
});
