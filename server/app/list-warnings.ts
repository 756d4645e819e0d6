import { rmSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { describeFolder } from '../config/data-folder.ts';
import { isLoopback } from '../config/read-values.ts';
import { listConfigWarnings } from '../config/warnings.ts';
import { findPlaces } from '../database/embedded/embedded-paths.ts';
import { makeFolders } from '../lib/make-folders.ts';
import type { FileStore } from '../outside/files/files.ts';
import { StorageFailed } from '../lib/storage-failed.ts';
import type { MailCheck } from '../outside/mail/mail.ts';

/** No company's: what is tried there meets no file. */
const tried = { companyId: '00000000-0000-0000-0000-000000000000', key: 'storage-is-tried-here0' };
const triedBytes = Buffer.from('tried');
const patienceMs = 5000;

type TriedFiles = Pick<FileStore, 'put' | 'find' | 'delete'>;

interface TriedParts {
  readonly files: TriedFiles;
  /** Undefined without a mail server. */
  readonly checkMail?: (() => Promise<MailCheck>) | undefined;
  /** Warns of zones that the database and the program change at different times. */
  readonly compareZones?: () => Promise<string | undefined>;
}

/**
 * Lists what the installation lacks, a sentence each. Tries the storage of files, the mail server and the folder of backups, and
 * compares the time zones of the database.
 */
export async function listWarnings(config: Config, { files, checkMail, compareZones }: TriedParts): Promise<string[]> {
  const tries = [tryStorage(files), tryMail(config, checkMail), compareZones?.(), findLateArchive(config)];
  const found = [...(await Promise.all(tries)), tryBackupFolder(config)].filter((warning) => warning !== undefined);
  return [...found, ...listConfigWarnings(config)];
}

const late = () => sleep(patienceMs, 'late' as const, { ref: false });

async function tryStorage(files: TriedFiles): Promise<string | undefined> {
  const trial = tryFile(files).catch((error: Error) => error);
  const outcome = await Promise.race([trial, late()]);
  if (outcome === undefined) return undefined;
  if (outcome instanceof StorageFailed) return outcome.message;
  if (outcome === 'late') return new StorageFailed(`the storage gives no answer in ${patienceMs / 1000} s`).message;
  const { code, name } = outcome as NodeJS.ErrnoException;
  return new StorageFailed(`look at DATA_DIR/files, or at FILES_S3_BUCKET and its address (${code ?? name})`).message;
}

/** A web server may answer each call with a page. @throws StorageFailed where the file does not come back */
async function tryFile(files: TriedFiles): Promise<undefined> {
  await files.put(tried, triedBytes, 'text/plain');
  const found = await files.find(tried);
  await files.delete(tried);
  // Another portal may just have deleted its own.
  if (found === undefined || triedBytes.equals(found.bytes)) return undefined;
  throw new StorageFailed('FILES_S3_ENDPOINT does not answer as an object store: correct its address and port');
}

async function tryMail({ mail }: Config, check: TriedParts['checkMail']): Promise<string | undefined> {
  const outcome = await Promise.race([check?.(), check && late()]);
  if (outcome === undefined) return undefined;
  if (outcome === 'late') return `E-mails cannot be sent: the mail server gives no answer in ${patienceMs / 1000} s.`;
  if (outcome.failure !== undefined) return `E-mails cannot be sent: ${outcome.failure}.`;
  const host = URL.parse(mail.smtpUrl ?? '')?.hostname ?? '';
  return outcome.isEncrypted || isLoopback(host)
    ? undefined
    : 'E-mails, the codes in them and the password of SMTP_URL go to the mail server unencrypted: set smtps:// and its port for TLS.';
}

/** Tried where backups are scheduled: at night it would be too late to learn it. */
function tryBackupFolder({ backup: { at, folder } }: Config): string | undefined {
  if (at === undefined) return undefined;
  const probe = join(folder, `.tried-${process.pid}`);
  try {
    makeFolders(folder);
    writeFileSync(probe, '');
    rmSync(probe, { force: true });
    return undefined;
  } catch (error) {
    return `Backups cannot be written: ${describeFolder('BACKUP_FOLDER', folder, error)}`;
  }
}

const lateArchiveMs = 10 * 60_000;

/** Copies for the archive wait a second, unless it takes none. */
async function findLateArchive({ archive, dataDir }: Config): Promise<string | undefined> {
  if (archive === undefined) return undefined;
  for (const folder of [(await findPlaces(dataDir)).wal, archive.waitingFiles]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found === undefined || Date.now() - found.mtimeMs < lateArchiveMs) continue;
      return `The archive takes nothing, and ${folder} grows: look at ARCHIVE_FOLDER, and at what the log says of it.`;
    }
  }
  return undefined;
}
