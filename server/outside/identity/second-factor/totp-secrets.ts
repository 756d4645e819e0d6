import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { Sql } from '../../../sql/sql.ts';
import { listTotpSecrets, replaceTotpSecret } from './two-factor.repository.ts';

/** The key that encrypts, and those of before that still decrypt, the latest first. */
export interface SecretsKeys {
  readonly secretsKey: string;
  readonly olderKeys: readonly string[];
}

export const listSecretsKeys = ({ secretsKey, olderKeys }: SecretsKeys): string[] => [secretsKey, ...olderKeys];

const tryToOpen = (key: string, data: string) => symmetricDecrypt({ key, data }).catch(() => undefined);

/** @throws where no known key has encrypted it */
export async function openTotpSecret(keys: SecretsKeys, data: string): Promise<string> {
  for (const key of listSecretsKeys(keys)) {
    const secret = await tryToOpen(key, data);
    if (secret !== undefined) return secret;
  }
  throw new Error('This second factor was encrypted with a key that is not known any more.');
}

/** For each second factor whether this SECRETS_KEY opens it. */
export async function probeTotpSecrets(sql: Sql, secretsKey: string): Promise<boolean[]> {
  const stored = await listTotpSecrets(sql);
  return Promise.all(stored.map(async ({ secret }) => (await tryToOpen(secretsKey, secret)) !== undefined));
}

/**
 * Encrypts all second factors anew that an older key has encrypted. Answers how many those were, and how many no known
 * key opens.
 */
export async function rotateTotpSecrets(sql: Sql, keys: SecretsKeys): Promise<{ rotated: number; unknown: number }> {
  const outcome = { rotated: 0, unknown: 0 };
  for (const { id, secret } of await listTotpSecrets(sql)) {
    if ((await tryToOpen(keys.secretsKey, secret)) !== undefined) continue;
    const opened = await openTotpSecret(keys, secret).catch(() => undefined);
    if (opened === undefined) {
      outcome.unknown += 1;
      continue;
    }
    const renewed = await symmetricEncrypt({ key: keys.secretsKey, data: opened });
    await replaceTotpSecret(sql, { id, secret, renewed });
    outcome.rotated += 1;
  }
  return outcome;
}
