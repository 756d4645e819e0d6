import { listBackupFiles } from '../../backup/whole/backups.repository.ts';
import { listGone } from '../../lib/gone-files.ts';
import type { Secrets } from '../../config/secrets.ts';
import type { Database } from '../../database/open-database.ts';
import { nameSecretsKey } from '../../lib/crypto/secret-box.ts';

/**
 * Says which backups need an older key.
 * @returns how many those are
 */
export async function describeBackupKeys(
  database: Pick<Database, 'inSystem'>,
  { olderKeys }: Pick<Secrets, 'olderKeys'>,
  write: (line: string) => void,
): Promise<number> {
  if (olderKeys.length === 0) return 0;
  const older = olderKeys.map(nameSecretsKey);
  const needing: string[] = [];
  const backups = await database.inSystem('backups.record', listBackupFiles);
  const gone = await listGone(backups.map(({ file }) => file));
  for (const { file, sealedBy } of backups) {
    // Programs of before did not record the keys.
    const isOlder = sealedBy === null || sealedBy.split(' ').some((name) => older.includes(name));
    if (isOlder && !gone.includes(file)) needing.push(file);
  }
  for (const file of needing) write(`This backup needs an older key: ${file}`);
  write(
    needing.length > 0
      ? 'The older keys are kept (SECRETS_KEYS_OLD, DATA_DIR/secrets/secrets-keys-old). Rotate again when these backups are deleted.'
      : 'Copies of backups that you keep elsewhere and that were made before this rotation still need the older key: keep your copy of it with them.',
  );
  return needing.length;
}
