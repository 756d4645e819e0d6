import { ConfigError } from '../config/check-variables.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Database } from '../database/open-database.ts';
import { inspectSecrets } from './inspect-secrets.ts';

/**
 * Whether a start knows the key of what is stored encrypted. A start with another one would seal the audit log with a key of
 * its own, and each integration and second factor would fail one by one.
 * @param isLost whether the operator says that the former key is lost
 * @returns a warning where some values do not open
 * @throws ConfigError where none does
 */
export async function refuseUnknownSecrets(
  database: Pick<Database, 'inSystem'>,
  secrets: Pick<Secrets, 'key' | 'olderKeys'>,
  isLost: boolean,
): Promise<string | undefined> {
  const { count, unknown } = await inspectSecrets(database, secrets);
  if (unknown === 0) return undefined;
  if (unknown === count && !isLost) {
    throw new ConfigError(
      'The secrets of this database are sealed with another SECRETS_KEY: set that one, or put it back into DATA_DIR/secrets ' +
        '(beside a new key: into SECRETS_KEYS_OLD). Where it is lost, start with SECRETS_KEY_LOST=1 and type the secrets again.',
    );
  }
  return `${unknown} of ${count} stored secrets open with no known SECRETS_KEY: put their key into SECRETS_KEYS_OLD, or have them typed again.`;
}
