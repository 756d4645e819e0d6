import type { Sql } from '../../../sql/sql.ts';
import { decryptText, encryptText } from '../encrypted-text.ts';
import { listTotpSecrets, replaceTotpSecret } from './two-factor.repository.ts';

/** The key that encrypts, and those of before that still decrypt, the latest first. */
export interface SecretsKeys {
  readonly secretsKey: string;
  readonly olderKeys: readonly string[];
}

export const listSecretsKeys = ({ secretsKey, olderKeys }: SecretsKeys): string[] => [secretsKey, ...olderKeys];

function findTotpSecret(keys: SecretsKeys, encrypted: string): string | undefined {
  for (const key of listSecretsKeys(keys)) {
    const secret = decryptText(key, encrypted);
    if (secret !== undefined) return secret;
  }
  return undefined;
}

/** @throws where no known key has encrypted it */
export function openTotpSecret(keys: SecretsKeys, encrypted: string): string {
  const secret = findTotpSecret(keys, encrypted);
  if (secret === undefined) throw new Error('This second factor was encrypted with a key that is not known any more.');
  return secret;
}

/** For each second factor whether this SECRETS_KEY opens it. */
export async function probeTotpSecrets(sql: Sql, secretsKey: string): Promise<boolean[]> {
  const stored = await listTotpSecrets(sql);
  return stored.map(({ secret }) => decryptText(secretsKey, secret) !== undefined);
}

/**
 * Encrypts all second factors anew that an older key has encrypted. Answers how many those were, and how many no known
 * key opens.
 */
export async function rotateTotpSecrets(sql: Sql, keys: SecretsKeys): Promise<{ rotated: number; unknown: number }> {
  const outcome = { rotated: 0, unknown: 0 };
  for (const { id, secret } of await listTotpSecrets(sql)) {
    if (decryptText(keys.secretsKey, secret) !== undefined) continue;
    const opened = findTotpSecret(keys, secret);
    if (opened === undefined) {
      outcome.unknown += 1;
      continue;
    }
    const renewed = encryptText(keys.secretsKey, opened);
    await replaceTotpSecret(sql, { id, secret, renewed });
    outcome.rotated += 1;
  }
  return outcome;
}
