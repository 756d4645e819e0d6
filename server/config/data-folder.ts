import { accessSync, constants, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../lib/make-folders.ts';
import { ConfigError } from './check-variables.ts';
import type { Config } from './config.ts';

type Kept = Pick<Config, 'dataDir' | 'database' | 'files' | 'mail' | 'secrets'>;

/** Whether something lies in the data folder: the image with all its services elsewhere writes nothing there. */
const isUsed = ({ database, files, mail, secrets }: Kept) =>
  database.kind === 'embedded' ||
  files.kind === 'local' ||
  mail.smtpUrl === undefined ||
  secrets.auth === undefined ||
  secrets.key === undefined;

/**
 * Makes the data folder where it is missing; the account of the embedded database has to come through the folders above it.
 * @throws ConfigError in one line where it can not be written
 */
export function ensureDataFolder(config: Kept): void {
  if (!isUsed(config)) return;
  const { dataDir } = config;
  try {
    makeFolders(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(describeFolder('DATA_DIR', dataDir, error), { cause: error });
  }
}

/**
 * A start or a command as another user would leave files there that the portal can not read later, or take its folders away.
 * @throws ConfigError in one line, for root too
 */
export function refuseOtherUser({ dataDir }: Kept, own = process.getuid?.()): void {
  if (own === undefined) return;
  for (const path of [dataDir, ...['files', 'secrets', 'mail'].map((name) => join(dataDir, name))]) {
    const uid: number = statSync(path, { throwIfNoEntry: false })?.uid ?? own;
    // A volume may be root's and shared with the portal by its group, and some disks know no owners.
    if (uid === own || (own !== 0 && canWrite(path))) continue;
    throw new ConfigError(
      `DATA_DIR ${dataDir} belongs to another user (number ${uid}): run this as that user, i.e. by sudo -u '#${uid}'.`,
    );
  }
}

/**
 * Both, for the start of a portal; where nothing lies in the folder, the image runs as any user.
 * @throws ConfigError in one line
 */
export function prepareDataFolder(config: Kept, own = process.getuid?.()): void {
  if (isUsed(config)) refuseOtherUser(config, own);
  ensureDataFolder(config);
}

function canWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'can not be made or written by this user: make it and give it to the user, or set another *',
  EPERM: 'can not be made or written by this user: make it and give it to the user, or set another *',
  EROFS:
    'is on a disk that can only be read: mount it writable, name it in ReadWritePaths= of a unit of systemd, or set another *',
  ENOTDIR: 'is a file, or lies below one: set * to a folder',
  ENOENT: 'can not be made there: set * to a folder on a disk',
  ENOSPC: 'can not be written because the disk is full: free some space, or set another *',
  ENAMETOOLONG: 'has too long a name: set a shorter *',
};

/**
 * Why a folder can not be written, in one line that says what to do.
 * @param name of its variable
 */
export function describeFolder(name: string, path: string, error: unknown): string {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  const reason = reasons[code] ?? `can not be written (${code})`;
  return `${name} ${path} ${reason.replaceAll('*', name)}.`;
}
