import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { AuditSecrets } from '../../database/audit-chain/audit-keys.ts';
import type { Database } from '../../database/open-database.ts';
import type { DatabaseLog } from '../../database/connection/log.ts';
import type { Installation } from '../../database/prepare-database.ts';
import type { RoleLogins } from '../../database/tenancy/roles.ts';
import { nameSecretsKey } from '../../lib/crypto/secret-box.ts';
import type { Clock } from '../../outside/clock.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { allowNewFile, createArchive } from '../format/archive-writer.ts';
import { BackupRefused, NameTaken } from '../format/backup-refused.ts';
import {
  createBackupRecord,
  deleteBackupRecord,
  deleteOldBackupRecords,
  type BackupRecord,
} from './backups.repository.ts';
import type { Decryption, Encryption } from '../format/encryption.ts';
import { withoutLeftovers } from './leftovers.ts';
import { verifyBackup, type InspectSecrets, type Verified } from './verify-backup.ts';
import type { Summary } from '../format/manifest.ts';
import { writeBackup } from './write-backup.ts';

const recordDays = 400;

interface BackupContext {
  readonly database: Database;
  readonly logins: RoleLogins;
  readonly files: Pick<FileStore, 'find'>;
  readonly secrets: AuditSecrets;
  readonly installations: readonly Installation[];
  readonly inspectSecrets: InspectSecrets;
  readonly clock: Clock;
  readonly log: DatabaseLog;
}

interface BackupOptions {
  readonly path: string;
  readonly encryption: Encryption;
  /** How to decrypt the file for its verification; undefined: it is not verified. */
  readonly decryption: Decryption | undefined;
  /** Ends it: what was written is deleted, the scratch database too. */
  readonly stop?: AbortSignal | undefined;
}

export interface MadeBackup {
  readonly path: string;
  readonly bytes: number;
  readonly summary: Summary;
  readonly verified: Verified | undefined;
  /** Names of the keys that it needs. */
  readonly sealedBy: readonly string[];
  /** False where the verification found a fault. */
  readonly isWhole: boolean;
}

/**
 * Makes a backup, verifies it and records the outcome, a failure too.
 * @throws BackupRefused, or the error of the database or the file; no file is left then, but for one that could not be
 *   verified
 */
export async function makeBackup(context: BackupContext, options: BackupOptions): Promise<MadeBackup> {
  try {
    return await withoutLeftovers(context.database.ownerUrl, options.path, () => makeAndVerify(context, options));
  } catch (error) {
    // What fails after a stop is a consequence of the stop.
    throw options.stop?.aborted ? await toStopped(options.path, error) : error;
  }
}

async function toStopped(path: string, cause: unknown): Promise<BackupRefused> {
  const isThere = await stat(path).catch(() => undefined);
  const left = isThere ? `${path} is there, but it was not verified` : 'no file of it is left';
  return new BackupRefused(`The backup was stopped: ${left}.`, { cause });
}

async function makeAndVerify(context: BackupContext, options: BackupOptions): Promise<MadeBackup> {
  const { path } = options;
  await allowNewFile(path);
  const startedAt = context.clock.now();
  const id = randomUUID();
  const present = nameSecretsKey(context.secrets.key);
  // Values that are sealed with an older key until its rotation are sealed with the present one after it.
  const sealed = await context.inspectSecrets(context.database);
  const sealedBy = [...new Set([present, ...sealed.keys])];
  const record = (outcome: Pick<BackupRecord, 'file' | 'bytes' | 'rowCount' | 'isVerified' | 'error'>) =>
    recordOutcome(context, {
      id,
      startedAt,
      finishedAt: context.clock.now(),
      sealedBy: sealedBy.join(' '),
      ...outcome,
    });
  let written: Pick<MadeBackup, 'path' | 'bytes' | 'summary'>;
  try {
    written = await write(context, options, sealedBy);
  } catch (error) {
    // A name that is taken is no failed backup: what has the name is one.
    if (error instanceof NameTaken) throw error;
    await record({ file: null, bytes: null, rowCount: null, isVerified: false, error: toMessage(error) });
    throw error;
  }
  const made = { file: path, bytes: written.bytes, rowCount: countRows(written.summary) };
  if (options.decryption !== undefined) await record({ ...made, isVerified: false, error: unfinished });
  try {
    const verified = await verify(context, options);
    const error = verified && findFault(verified, sealed);
    await record({ ...made, isVerified: verified !== undefined && error === undefined, error: error ?? null });
    return { ...written, verified, sealedBy, isWhole: error === undefined };
  } catch (error) {
    await record({ ...made, isVerified: false, error: toMessage(error) });
    throw error;
  }
}

/** Values that no key opens in the database itself are no fault of the backup. */
function findFault({ differences, sealed }: Verified, { unknown }: { unknown: number }): string | undefined {
  if (differences > 0) return `${differences} sums differ from the rows`;
  return sealed.unknown > unknown ? `${sealed.unknown - unknown} sealed values do not open` : undefined;
}

/** Stays where the process is killed meanwhile: the file is there all the same. */
const unfinished = 'Its verification is running, or was interrupted.';

async function write(context: BackupContext, { path, encryption, stop }: BackupOptions, sealedBy: readonly string[]) {
  const { database, files, secrets, clock } = context;
  const archive = await createArchive(path, encryption).catch((error: unknown) => {
    throw toFileProblem(error, path);
  });
  const abort = () => void archive.abort();
  stop?.addEventListener('abort', abort);
  try {
    stop?.throwIfAborted();
    const source = { ownerUrl: database.ownerUrl, files, secretsKey: nameSecretsKey(secrets.key), now: clock.now() };
    const summary = await writeBackup(archive, { ...source, sealedBy });
    return { path, bytes: await archive.finish(), summary };
  } catch (error) {
    await archive.abort();
    throw toFileProblem(error, path);
  } finally {
    stop?.removeEventListener('abort', abort);
  }
}

/** Errors of the file system, which are the operator's to mend, as one line. */
function toFileProblem(error: unknown, path: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === undefined && code !== 'ENOSPC') return error;
  return new BackupRefused(`${path} can not be written: ${message}.`, { cause: error });
}

async function verify(
  { database, logins, secrets, installations, inspectSecrets, log }: BackupContext,
  { path, decryption, stop }: BackupOptions,
) {
  if (decryption === undefined) return undefined;
  const { ownerUrl } = database;
  return verifyBackup({ path, decryption, ownerUrl, logins, secrets, installations, inspectSecrets, log, stop });
}

async function recordOutcome({ database }: BackupContext, outcome: BackupRecord) {
  const before = new Date(outcome.startedAt.getTime() - recordDays * 86_400_000);
  await database.inSystem('backups.record', async (tx) => {
    await deleteOldBackupRecords(tx, { before });
    await deleteBackupRecord(tx, { id: outcome.id });
    await createBackupRecord(tx, outcome);
  });
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

export const countRows = ({ tables }: Summary) => Object.values(tables).reduce((count, { rows }) => count + rows, 0);
