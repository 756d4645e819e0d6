import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openFiles } from '../outside/files/open-files.ts';
import { countRows } from '../backup/make-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { explainLoss } from '../database/open-for-command.ts';
import { openServer } from '../database/open-database.ts';
import { nameSecretsKey } from '../lib/crypto/secret-box.ts';
import { installJobs } from '../outside/jobs/jobs.repository.ts';
import { loadSettings, readSmallFile, runCommand, UsageError } from './run-command.ts';

const usage = `Usage: npm run restore -- FILE [--identity FILE] [--any-key] [--without-mails]
Restores a backup into the database and the storage of the settings, while no portal uses them. Both must be empty.
  --identity       a file with the private key of age that the backup is encrypted for (a passphrase: BACKUP_PASSPHRASE)
  --any-key        also where SECRETS_KEY is not the one of the backup: passwords of integrations and second factors are lost
  --without-mails  drops mails that waited to be sent, for a copy that must not write to anybody
`;

function parseArguments() {
  const options = {
    identity: { type: 'string' },
    'any-key': { type: 'boolean', default: false },
    'without-mails': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new UsageError('Name one file.');
  return { ...values, path: resolve(path) };
}

/** The lines of a file of `age-keygen`, without its comments. */
async function readIdentities(path: string | undefined, stop: AbortSignal): Promise<string[]> {
  if (path === undefined) return [];
  const text = await readSmallFile(path, stop);
  return text.split('\n').flatMap((line) => (line.trim() === '' || line.startsWith('#') ? [] : [line.trim()]));
}

async function restore(stop: AbortSignal): Promise<number> {
  const { path, identity, ...flags } = parseArguments();
  const { config, secrets, log } = loadSettings();
  const decryption = { identities: await readIdentities(identity, stop), passphrase: config.backup.passphrase };
  const server = await openServer(config, { secretsKey: secrets.key, log });
  try {
    const summary = await restoreBackup(
      { path, decryption, stop },
      {
        ownerUrl: server.ownerUrl,
        logins: server.logins,
        installations: [installJobs],
        files: await openFiles(config),
        secretsKeys: flags['any-key'] ? undefined : [secrets.key, ...secrets.olderKeys].map(nameSecretsKey),
        keepsMails: !flags['without-mails'],
        log,
      },
    );
    process.stdout.write(`Restored ${countRows(summary)} rows and ${summary.files.count} files from ${path}.\n`);
    return 0;
  } catch (error) {
    throw await explainLoss(config, error);
  } finally {
    await server.close();
  }
}

await runCommand(usage, restore);
