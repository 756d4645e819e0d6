import type { Secrets } from '../config/secrets.ts';
import { probeAuditKeys } from '../database/audit-chain/audit-keys.ts';
import type { Database } from '../database/open-database.ts';
import { secretRecordId as clientSecretRecordId } from '#features/sign-in/server/single-sign-on/stored-provider.ts';
import { createSecretBox, nameSecretsKey, type SecretBox } from '../lib/crypto/secret-box.ts';
import { probeTotpSecrets } from '../outside/identity/second-factor/totp-secrets.ts';
import type { SystemTransaction } from '../sql/sql.ts';
import { listSealedClientSecrets, listSealedPasswords } from './sealed-secrets.repository.ts';

/** Number of sealed values in a database, and the known keys that open them. */
export interface SealedValues {
  /** Names of the keys (`nameSecretsKey`) that something is sealed with. */
  readonly keys: readonly string[];
  readonly count: number;
  /** Values that no known key opens. */
  readonly unknown: number;
}

/** Opens every sealed value of all companies with each known key. */
export async function inspectSecrets(
  database: Pick<Database, 'inSystem'>,
  { key, olderKeys }: Pick<Secrets, 'key' | 'olderKeys'>,
): Promise<SealedValues> {
  return database.inSystem('secrets.rotate', async (tx) => {
    const probed: { name: string; opens: boolean[] }[] = [];
    for (const each of [key, ...olderKeys]) {
      probed.push({ name: nameSecretsKey(each), opens: await probeSecrets(tx, each) });
    }
    const count = probed[0]?.opens.length ?? 0;
    const isKnown = (place: number) => probed.some(({ opens }) => opens[place]);
    return {
      keys: probed.filter(({ opens }) => opens.includes(true)).map(({ name }) => name),
      count,
      unknown: Array.from({ length: count }, (_, place) => place).filter((place) => !isKnown(place)).length,
    };
  });
}

/** For each sealed value, in one order, whether the key opens it. */
async function probeSecrets(tx: SystemTransaction, key: string): Promise<boolean[]> {
  const box = createSecretBox(key);
  const passwords = (await listSealedPasswords(tx)).map(
    ({ companyId, id, password }) => tryToOpen(box, password, { companyId, recordId: id }) !== undefined,
  );
  const clients = (await listSealedClientSecrets(tx)).map(
    ({ companyId, secret }) => tryToOpen(box, secret, { companyId, recordId: clientSecretRecordId }) !== undefined,
  );
  return [...passwords, ...clients, ...(await probeTotpSecrets(tx, key)), ...(await probeAuditKeys(tx, key))];
}

/** Undefined where no key of the box opens the value. */
export function tryToOpen(box: SecretBox, sealed: Buffer, owner: Parameters<SecretBox['open']>[1]): string | undefined {
  try {
    return box.open(sealed, owner);
  } catch {
    return undefined;
  }
}
