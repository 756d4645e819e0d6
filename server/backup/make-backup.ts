import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { AuditSecrets } from '../database/audit-chain/audit-keys.ts';
import type { Database } from '../database/open-database.ts';
import type { DatabaseLog } from '../database/connection/log.ts';
import type { Installation } from '../database/prepare-database.ts';
import type { RoleLogins } from '../database/tenancy/roles.ts';
import { nameSecretsKey } from '../lib/crypto/secret-box.ts';
import type { Clock } from '../outside/clock.ts';
import type { FileStore } from '../outside/files/files.ts';
import { allowNewFile, createArchive } from './archive-writer.ts';
import { BackupRefused } from './backup-refused.ts';
import { createBackupRecord, deleteOldBackupRecords } from './backups.repository.ts';
import type { BackupRecord } from './backups.repository.ts';
import { isEncrypting } from './encryption.ts';
import type { Decryption, Encryption } from './encryption.ts';
import { verifyBackup } from './verify-backup.ts';
import type { Verified } from './verify-backup.ts';
import type { Summary } from './manifest.ts';
import { writeBackup } from './write-backup.ts';

const recordDays = 400;

interface BackupContext {
  readonly database: Database;
  readonly logins: RoleLogins;
  readonly files: Pick<FileStore, 'find'>;
  readonly secrets: AuditSecrets;
  readonly installations: readonly Installation[];
  readonly clock: Clock;
  readonly log: DatabaseLog;
}

interface BackupOptions {
  readonly path: string;
  readonly encryption: Encryption;
  /** How to decrypt the file for its verification; undefined: it is not verified. */
  readonly decryption: Decryption | undefined;
}

export interface MadeBackup {
  readonly path: string;
  readonly bytes: number;
  readonly summary: Summary;
  readonly verified: Verified | undefined;
}

/**
 * Makes a backup, verifies it and records the outcome, a failure too.
 * @throws BackupRefused, or the error of the database or the file; no file is left then, but for one that could not be
 *   verified
 */
export async function makeBackup(context: BackupContext, options: BackupOptions): Promise<MadeBackup> {
  const { path } = options;
  // A name that is taken is no failed backup.
  await allowNewFile(path);
  const startedAt = context.clock.now();
  const record = (outcome: Pick<BackupRecord, 'file' | 'bytes' | 'rowCount' | 'isVerified' | 'error'>) =>
    recordOutcome(context, { id: randomUUID(), startedAt, finishedAt: context.clock.now(), ...outcome });
  let written: Omit<MadeBackup, 'verified'>;
  try {
    written = await write(context, options);
  } catch (error) {
    await record({ file: null, bytes: null, rowCount: null, isVerified: false, error: toMessage(error) });
    throw error;
  }
  const made = { file: path, bytes: written.bytes, rowCount: countRows(written.summary) };
  try {
    const verified = await verify(context, options);
    const error = verified && verified.differences > 0 ? `${verified.differences} sums differ from the rows` : null;
    await record({ ...made, isVerified: verified?.differences === 0, error });
    return { ...written, verified };
  } catch (error) {
    await record({ ...made, isVerified: false, error: toMessage(error) });
    throw error;
  }
}

async function write(context: BackupContext, { path, encryption }: BackupOptions) {
  const { database, files, secrets, clock } = context;
  const archive = await createArchive(path, encryption).catch((error: unknown) => {
    throw toFileProblem(error, path);
  });
  try {
    const source = { ownerUrl: database.ownerUrl, files, secretsKey: nameSecretsKey(secrets.key), now: clock.now() };
    const summary = await writeBackup(archive, source);
    return { path, bytes: await archive.finish(), summary };
  } catch (error) {
    await archive.abort();
    throw toFileProblem(error, path);
  }
}

/** Errors of the file system, which are the operator's to mend, as one line. */
function toFileProblem(error: unknown, path: string): unknown {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === undefined && code !== 'ENOSPC') return error;
  return new BackupRefused(`${path} can not be written: ${message}.`, { cause: error });
}

async function verify(
  { database, logins, secrets, installations, log }: BackupContext,
  { path, decryption }: BackupOptions,
) {
  if (decryption === undefined) return undefined;
  return verifyBackup({ path, decryption, ownerUrl: database.ownerUrl, logins, secrets, installations, log });
}

async function recordOutcome({ database }: BackupContext, outcome: BackupRecord) {
  const before = new Date(outcome.startedAt.getTime() - recordDays * 86_400_000);
  await database.withSystem('backups.record', async (tx) => {
    await deleteOldBackupRecords(tx, { before });
    await createBackupRecord(tx, outcome);
  });
}

const toMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

export const countRows = ({ tables }: Summary) => Object.values(tables).reduce((count, { rows }) => count + rows, 0);

const backupName = /^steward-\d{8}T\d{6}Z\.tar\.zst(?:\.age)?$/;

/** `<folder>/steward-20261123T023000Z.tar.zst`, with `.age` where the file is encrypted. */
export function nameBackup(folder: string, encryption: Encryption, now: Date): string {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  return join(folder, `steward-${time}.tar.zst${isEncrypting(encryption) ? '.age' : ''}`);
}

/** Whether a file of this folder has a name of `nameBackup`, so that it is deleted when it is not among the latest. */
export const isPruned = (folder: string, path: string): boolean =>
  dirname(path) === folder && backupName.test(basename(path));

/** Deletes all but the latest `keep` backups beside `path` that have names of `nameBackup`. @returns their names */
export async function deleteOldBackups(path: string, keep: number): Promise<string[]> {
  const folder = dirname(path);
  const names = (await readdir(folder)).filter((name) => backupName.test(name)).toSorted();
  const old = names.slice(0, -keep).filter((name) => name !== basename(path));
  for (const name of old) await rm(join(folder, name));
  return old;
}
