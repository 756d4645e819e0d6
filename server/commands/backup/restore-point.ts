import { resolve } from 'node:path';
import { restoreUntil } from '../../backup/archive/restore-until.ts';
import type { Decryption } from '../../backup/format/encryption.ts';
import { nameSecretsKey } from '../../lib/crypto/secret-box.ts';
import { openFiles } from '../../outside/files/open-files.ts';
import { CommandFailed, loadSettings, UsageError } from '../run-command.ts';

interface Given {
  readonly until: string;
  readonly from: string | undefined;
  readonly decryption: Decryption;
  readonly isAnyKey: boolean;
  readonly keepsMails: boolean;
  readonly isSameStorage: boolean;
  readonly stop: AbortSignal;
}

/** `npm run restore -- --until TIME`, into an empty data folder. */
export async function restorePoint({ until, from, isAnyKey, ...given }: Given): Promise<number> {
  const { config, secrets, log } = loadSettings();
  if (config.database.kind === 'url') {
    throw new CommandFailed(
      'DATABASE_URL is set: a point in time is restored by the means of that server (docs/backups.md).',
    );
  }
  const folder = from === undefined ? config.archive?.folder : resolve(from);
  if (folder === undefined) throw new UsageError('Name the archive: --from FOLDER.');
  const moment = parseMoment(until);
  const { base, files, missing } = await restoreUntil({
    ...given,
    until: moment,
    folder,
    dataDir: config.dataDir,
    // Without copies for an archive: this history has none yet.
    files: await openFiles({ files: config.files }),
    isOwnFolder: config.files.kind === 'local',
    secretsKeys: isAnyKey ? undefined : [secrets.key, ...secrets.olderKeys].map(nameSecretsKey),
    log,
  });
  const lines = [
    `The database and ${files} files are as they were at ${moment.toISOString()}, from the base of ${base.startedAt}.`,
    ...missing.map((name) => `The archive has no file ${name}, which a row names.`),
    'Name another, empty ARCHIVE_FOLDER before the portal starts: from here on it is another history.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

/** A time with its zone: without one it would be that of the machine. */
function parseMoment(text: string): Date {
  const moment = new Date(text);
  if (!/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(moment.getTime())) {
    throw new UsageError(`"${text}" is no time with its zone, like 2026-11-28T10:00:00Z.`);
  }
  if (moment.getTime() > Date.now()) throw new CommandFailed(`${moment.toISOString()} is in the future.`);
  return moment;
}
