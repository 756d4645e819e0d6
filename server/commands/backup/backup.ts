import { constants, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openFiles } from '../../outside/files/open-files.ts';
import { nameBackup } from '../../backup/whole/backup-names.ts';
import { countRows, makeBackup, type MadeBackup } from '../../backup/whole/make-backup.ts';
import { isEncrypting } from '../../backup/format/encryption.ts';
import { pruneBackups } from '../../backup/whole/prune-backups.ts';
import type { Config } from '../../config/config.ts';
import { findLogins } from '../../database/open-database.ts';
import { systemClock } from '../../outside/clock.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { runCommand, withDatabase } from '../run-command.ts';
import { inspectSecrets } from '../../app/inspect-secrets.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('backup', '[--to FILE] [--no-verify] [--prune]')}
Writes database and files into one file, also while the portal runs, and restores it into a scratch database to verify it.
Encrypted where BACKUP_RECIPIENTS or BACKUP_PASSPHRASE is set. The keys under DATA_DIR/secrets are not in it.
  --to         the file; default: a new one in BACKUP_FOLDER
  --no-verify  leaves the verification out, which needs as much space as the database takes
  --prune      deletes all but the latest BACKUP_KEEP files in that folder with their records, once the new one is complete
`;

function parseArguments() {
  const options = {
    to: { type: 'string' },
    verify: { type: 'boolean', default: true },
    prune: { type: 'boolean', default: false },
  } as const;
  return parseArgs({ options, allowNegative: true }).values;
}

const toDecryption = ({ backup: { passphrase, isVerified } }: Config, isWanted: boolean) =>
  isWanted && isVerified ? { passphrase } : undefined;

function describeBackup({ path, bytes, summary, verified, sealedBy }: MadeBackup): string {
  const { files, missingFiles, tables } = summary;
  const lines = [
    `${path}: ${countRows(summary)} rows of ${Object.keys(tables).length} tables, ${files.count} files, ${bytes} bytes.`,
    ...missingFiles.map((name) => `The storage has no file ${name}, which the database names.`),
    verified
      ? `Restored into a scratch database: ${verified.companies} companies, ${verified.differences} sums that differ, ${verified.sealed.count} sealed values, ${verified.sealed.unknown} that open with no known key.`
      : 'Not verified by a restore.',
    sealedBy.length === 1
      ? 'Keep SECRETS_KEY apart from it (DATA_DIR/secrets where it was generated): the backup needs the key to be of use.'
      : `Keep SECRETS_KEY and the ${sealedBy.length - 1} of SECRETS_KEYS_OLD that are still in use apart from it (DATA_DIR/secrets where they were generated): the backup needs all of them.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** @param stop a stopping portal ends its backup so, and waits for it */
async function backUp(stop: AbortSignal): Promise<number> {
  const { to, verify, prune } = parseArguments();
  // A portal on the same machine comes first.
  setPriority(constants.priority.PRIORITY_LOW);
  return withDatabase({ stop, endsItself: true }, async ({ config, secrets, database, log }) => {
    const { recipients, passphrase, folder, keep } = config.backup;
    const encryption = { recipients, passphrase };
    const path = to === undefined ? nameBackup(folder, encryption, systemClock.now()) : resolve(to);
    const made = await makeBackup(
      {
        database,
        logins: findLogins(config.database, database.ownerUrl, secrets.key),
        files: await openFiles(config),
        secrets,
        installations: [installJobs],
        inspectSecrets: (inspected) => inspectSecrets(inspected, secrets),
        clock: systemClock,
        log,
      },
      { path, encryption, decryption: toDecryption(config, verify), stop },
    );
    process.stdout.write(describeBackup(made));
    if (prune) for (const name of await pruneBackups(database, path, keep)) process.stdout.write(`Deleted ${name}.\n`);
    if (!isEncrypting(encryption)) process.stdout.write('The file is not encrypted (see BACKUP_RECIPIENTS).\n');
    return made.isWhole ? 0 : 1;
  });
}

await runCommand(usage, backUp);
