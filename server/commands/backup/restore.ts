import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openFiles } from '../../outside/files/open-files.ts';
import { countRows } from '../../backup/whole/make-backup.ts';
import { restoreBackup } from '../../backup/whole/restore-backup.ts';
import { explainLoss } from '../../database/open-for-command.ts';
import { openServer } from '../../database/open-database.ts';
import { nameSecretsKey } from '../../lib/crypto/secret-box.ts';
import { installJobs } from '../../outside/jobs/jobs.repository.ts';
import { restorePoint } from './restore-point.ts';
import { restoreOneCompany } from './restore-company.ts';
import { loadSettings, readSmallFile, runCommand, UsageError } from '../run-command.ts';
import { toCommandLine } from '../../lib/command-line.ts';

const usage = `Usage: ${toCommandLine('restore', 'FILE | --until TIME [--identity FILE] [--any-key] [--without-mails]')}
Restores a backup into the database and the storage of the settings, while no portal uses them. Both must be empty.
  --company        with FILE: restores this company alone, by its name or id, into an installation that goes on
  --replace        where the company is still here, its name as it is today: its data give way to those of the backup
  --without-erasures  with --company: also where nothing is recorded of what was erased since the backup, so that it returns
  --until          without FILE: the embedded database and its files as they were at this time, like 2026-11-28T10:00:00Z, out of the
                   archive (ARCHIVE_FOLDER, or --from FOLDER) into an empty DATA_DIR
  --same-storage   also where the storage has files of these companies, because no portal uses it any more
  --identity       a file with the private key of age that the backup is encrypted for (a passphrase: BACKUP_PASSPHRASE)
  --any-key        also where SECRETS_KEY is not the one of the backup: passwords of integrations and second factors are lost
  --without-mails  drops mails that waited to be sent, for a copy that must not write to anybody
`;

/** Options that mean nothing without another one. */
const parts = { from: 'until', 'without-erasures': 'company' } as const;

/** Options that mean nothing where one company is restored. */
const ofAll = {
  'without-mails': 'Mails are never restored with one company.',
  'same-storage': 'One company is always restored into the storage that is in use.',
} as const;

function parseArguments() {
  const options = {
    identity: { type: 'string' },
    'any-key': { type: 'boolean', default: false },
    company: { type: 'string' },
    until: { type: 'string' },
    from: { type: 'string' },
    replace: { type: 'string' },
    'same-storage': { type: 'boolean', default: false },
    'without-mails': { type: 'boolean', default: false },
    'without-erasures': { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [path] = positionals;
  for (const [name, whole] of Object.entries(parts) as [keyof typeof parts, 'until' | 'company'][]) {
    if (values[name] && values[whole] === undefined) throw new UsageError(`--${name} belongs to --${whole}.`);
  }
  if (values.until !== undefined) {
    if (path !== undefined) throw new UsageError('Name a file or a time, not both.');
    if (values.company !== undefined || values.replace !== undefined)
      throw new UsageError('One company is restored from a file.');
    return { ...values, path: '' };
  }
  if (path === undefined || positionals.length > 1) throw new UsageError('Name one file.');
  if (values.replace !== undefined && values.company === undefined)
    throw new UsageError('Name the company: --company.');
  for (const [name, reason] of Object.entries(ofAll) as [keyof typeof ofAll, string][]) {
    if (values[name] && values.company !== undefined) throw new UsageError(reason);
  }
  return { ...values, path: resolve(path) };
}

/** The lines of a file of `age-keygen`, without its comments. */
async function readIdentities(path: string | undefined, stop: AbortSignal): Promise<string[]> {
  if (path === undefined) return [];
  const text = await readSmallFile(path, stop);
  return text.split('\n').flatMap((line) => (line.trim() === '' || line.startsWith('#') ? [] : [line.trim()]));
}

async function restore(stop: AbortSignal): Promise<number> {
  const { path, identity, company, replace: replaced, until, from, ...flags } = parseArguments();
  const { config, secrets, log } = loadSettings();
  const isAnyKey = flags['any-key'];
  const decryption = { identities: await readIdentities(identity, stop), passphrase: config.backup.passphrase };
  if (company !== undefined) {
    const isWithoutErasures = flags['without-erasures'];
    return restoreOneCompany({ path, decryption, company, replaced, isWithoutErasures, isAnyKey, stop });
  }
  const keepsMails = !flags['without-mails'];
  if (until !== undefined) {
    const isSameStorage = flags['same-storage'];
    return restorePoint({ until, from, decryption, isAnyKey, keepsMails, isSameStorage, stop });
  }
  const server = await openServer(config, { secretsKey: secrets.key, log });
  try {
    const summary = await restoreBackup(
      { path, decryption, stop },
      {
        ownerUrl: server.ownerUrl,
        logins: server.logins,
        installations: [installJobs],
        files: await openFiles(config),
        // A folder has what a restore that was killed has left, and each file is compared.
        isStorageNew: config.files.kind === 's3' && !flags['same-storage'],
        secretsKeys: isAnyKey ? undefined : [secrets.key, ...secrets.olderKeys].map(nameSecretsKey),
        keepsMails,
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
