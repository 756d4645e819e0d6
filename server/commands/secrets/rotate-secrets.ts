import { ConfigError } from '../../config/check-variables.ts';
import { loadConfig } from '../../config/config.ts';
import { refuseOtherUser } from '../../config/data-folder.ts';
import { forgetOlderKeys, replaceGeneratedKey } from '../../config/secrets.ts';
import { runCommand, UsageError, withDatabase } from '../run-command.ts';
import { describeBackupKeys } from './backup-keys.ts';
import { describeRotation, rotateSecrets } from './secret-rotation.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('secrets:new-key')} | ${toCommandLine('secrets:rotate')}
new-key replaces the generated key under DATA_DIR; then restart the portal. (Where SECRETS_KEY is set: put the new key
there, the old one into SECRETS_KEYS_OLD, and restart the portal.)
rotate encrypts again with the new key what older keys have encrypted, while the portal runs, and deletes generated older
keys when neither a value nor a backup needs them; it names the backups that do. Exit code 1 where no known key decrypts a value.
`;

function replaceKey(): void {
  const config = loadConfig();
  refuseOtherUser(config);
  if (config.secrets.key !== undefined) {
    throw new ConfigError('SECRETS_KEY is set: put the new key there and the old one into SECRETS_KEYS_OLD.');
  }
  replaceGeneratedKey(config.dataDir);
  process.stdout.write(
    `There is a new key. Restart the portal, then run ${toCommandLine('secrets:rotate')}.\n` +
      'Backups made until then need the old key: it stays in DATA_DIR/secrets/secrets-keys-old for as long. Copy that file to where you keep the keys.\n',
  );
}

async function rotateKeys(stop: AbortSignal): Promise<number> {
  const command = process.argv[2];
  if (process.argv.length > 3) throw new UsageError('The command has no arguments.');
  if (command === 'new-key') {
    replaceKey();
    return 0;
  }
  if (command !== 'rotate') throw new UsageError('The command is new-key or rotate.');
  return withDatabase({ stop }, async ({ config, secrets, database }) => {
    const write = (line: string) => void process.stdout.write(`${line}\n`);
    const outcome = await rotateSecrets(database, secrets);
    process.stdout.write(describeRotation(outcome));
    const isForgotten = outcome.unknown === 0 && (await describeBackupKeys(database, secrets, write)) === 0;
    if (isForgotten) forgetOlderKeys(config.dataDir);
    return outcome.unknown > 0 ? 1 : 0;
  });
}

await runCommand(usage, rotateKeys);
