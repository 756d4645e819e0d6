import pino from 'pino';
import { ConfigError, loadConfig } from '../config/config.ts';
import { DatabaseRefused } from '../database/connection/errors.ts';
import { openBeside } from '../database/open-for-command.ts';
import { createLog } from '../config/log.ts';
import { describeRotation, OtherKeyInUse, rotateSecrets } from './secret-rotation.ts';
import { forgetOlderKeys, readSecrets, replaceGeneratedKey } from '../config/secrets.ts';

const usage = `Usage: npm run secrets:new-key | npm run secrets:rotate
new-key replaces the generated key under DATA_DIR; then start the portal anew. (Where SECRETS_KEY is set: put the new
key there, the old one into SECRETS_KEYS_OLD, and start the portal anew.)
rotate encrypts everything anew that older keys have encrypted, while the portal serves, and forgets generated older keys
once nothing needs them. It ends with 1 where something opens with no known key.
`;

async function run(command: string | undefined): Promise<number> {
  const config = loadConfig();
  if (command === 'new-key') {
    if (config.secrets.key !== undefined) {
      throw new ConfigError('SECRETS_KEY is set: put the new key there and the old one into SECRETS_KEYS_OLD.');
    }
    replaceGeneratedKey(config.dataDir);
    process.stdout.write('There is a new key. Start the portal anew, then run npm run secrets:rotate.\n');
    return 0;
  }
  if (command !== 'rotate') {
    process.stderr.write(usage);
    return 2;
  }
  const secrets = readSecrets(config);
  const database = await openBeside(config, {
    secretsKey: secrets.key,
    log: createLog('warn', pino.destination(2)),
  });
  try {
    await database.ready;
    const outcome = await rotateSecrets(database, secrets);
    process.stdout.write(describeRotation(outcome));
    if (outcome.unknown > 0) return 1;
    forgetOlderKeys(config.dataDir);
    return 0;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await run(process.argv[2]);
} catch (error) {
  const isForOperator = [ConfigError, DatabaseRefused, OtherKeyInUse].some((kind) => error instanceof kind);
  process.stderr.write(`${isForOperator ? (error as Error).message : String((error as Error)?.stack ?? error)}\n`);
  process.exitCode = 1;
}
