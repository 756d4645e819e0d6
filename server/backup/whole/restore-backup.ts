import type pg from 'pg';
import { findPostgresError } from '../../database/connection/errors.ts';
import type { DatabaseLog } from '../../database/connection/log.ts';
import { checkEmpty, checkTables, findLastMigration } from '../../database/copy/empty-database.ts';
import { untilSettled, withOwner } from '../../database/copy/owner-connection.ts';
import { analyze, loadTables, type Loading } from '../../database/copy/table-loader.ts';
import { findColumn, readLines, type LineFilter } from '../../database/copy/company-line-filter.ts';
import type { DatabaseAddress } from '../../database/copy/scratch-database.ts';
import { commandPatienceMs } from '../../database/open-for-command.ts';
import { prepareDatabase, type Installation } from '../../database/prepare-database.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { readArchive, type ArchiveEntry } from '../format/archive-reader.ts';
import { BackupRefused } from '../format/backup-refused.ts';
import type { Decryption } from '../format/encryption.ts';
import { createFileLoader } from '../format/file-loader.ts';
import { refuseUsedStorage } from '../format/used-storage.ts';
import { Manifest, manifestEntry, parseEntry, Summary, summaryEntry } from '../format/manifest.ts';

/** A database without rows; its tables are made where there are none. */
export interface RestoreTarget extends DatabaseAddress {
  /** Installers of the libraries' tables, as at a start of the portal. */
  readonly installations: readonly Installation[];
  /** Undefined where only the database is restored, to see whether it can be. */
  readonly files: Pick<FileStore, 'find' | 'put' | 'measure'> | undefined;
  /** Whether a storage that has files of the companies is refused. */
  readonly isStorageNew?: boolean;
  /** Names of the present keys; a backup made under another one is refused. Undefined: any. */
  readonly secretsKeys: readonly string[] | undefined;
  /** Chooses the lines that are restored; undefined: all. */
  readonly chooseLines?: (manifest: Manifest) => LineFilter;
  /** False: mails that waited at the time of the backup are dropped. */
  readonly keepsMails: boolean;
  readonly log: DatabaseLog;
}

interface Source {
  readonly path: string;
  readonly decryption: Decryption;
  /** Ends it, and leaves no row, until the last step. */
  readonly stop?: AbortSignal;
}

/**
 * Restores a backup into an empty database, in one transaction: a restore that stops half-way leaves no row.
 * @throws BackupRefused or DatabaseRefused with one line for the operator, or the reason of the stop
 */
export async function restoreBackup(source: Source, target: RestoreTarget): Promise<Summary> {
  const entries = readArchive(source.path, source.decryption);
  const { signal, settle } = untilSettled(source.stop);
  try {
    const manifest = await readManifest(entries);
    checkKey(manifest, target);
    const through = await findLastMigration(manifest);
    await checkEmpty(target.ownerUrl, through);
    const installations = manifest.jobs === null ? [] : target.installations;
    await prepareDatabase({ ...target, installations, through, signal, patienceMs: commandPatienceMs });
    const load = async (client: pg.Client) => {
      await checkTables(client, manifest);
      const loaded = await loadTables(
        client,
        manifest,
        (loading) => loadEntries(entries, loading, { ...target, manifest, choose: target.chooseLines?.(manifest) }),
        settle,
      ).catch((error: unknown) => {
        throw toDamage(error);
      });
      if (!source.stop?.aborted) await analyze(client);
      return loaded;
    };
    const summary = await withOwner(target.ownerUrl, load, signal);
    // A newer program brings its own changes of the tables, at a start too.
    if (!source.stop?.aborted) await prepareDatabase({ ...target, patienceMs: commandPatienceMs });
    return summary;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    await entries.return(undefined);
  }
}

/** The database does not take rows that were changed in the file; its error would quote one. */
function toDamage(error: unknown): unknown {
  const { code = '' } = findPostgresError(error) ?? {};
  if (!/^(?:22|23)/.test(code)) return error;
  return new BackupRefused(
    `The backup is damaged: the database does not take its rows (${code}). Nothing was restored.`,
    {
      cause: error,
    },
  );
}

export async function readManifest(entries: AsyncGenerator<ArchiveEntry>): Promise<Manifest> {
  const first = await entries.next();
  if (first.done || first.value.name !== manifestEntry)
    throw new BackupRefused('This file is no backup of the portal.');
  return parseEntry(Manifest, manifestEntry, first.value.bytes);
}

function checkKey({ secretsKey, sealedBy = [secretsKey] }: Manifest, { secretsKeys }: RestoreTarget) {
  if (secretsKeys === undefined) return;
  const otherwise = 'or say --any-key and enter passwords of integrations and second factors again';
  const missing = sealedBy.filter((name) => !secretsKeys.includes(name));
  if (missing.length === 0) return;
  throw new BackupRefused(
    missing.includes(secretsKey)
      ? `The backup was made under another SECRETS_KEY: give the portal that one, ${otherwise}.`
      : `Some values of the backup are sealed with a SECRETS_KEY of before, which was not rotated yet: put it into SECRETS_KEYS_OLD, ${otherwise}.`,
  );
}

const companies = 'public.companies';

/** The companies of lines of their table, which comes before all files. */
function listIds(manifest: Manifest, bytes: Buffer): string[] {
  const place = findColumn(manifest, companies, 'id');
  return [...readLines(bytes)].map(({ fields }) => fields[place] ?? '');
}

async function loadEntries(
  entries: AsyncGenerator<ArchiveEntry>,
  tables: Loading,
  target: RestoreTarget & { readonly manifest: Manifest; readonly choose?: LineFilter | undefined },
): Promise<Summary> {
  const { files: store, isStorageNew, keepsMails, choose, manifest } = target;
  const files = createFileLoader(store);
  let summary: Summary | undefined;
  for await (const { name, bytes } of entries) {
    const [kind, table = ''] = name.split('/');
    if (isStorageNew && store && table === companies) await refuseUsedStorage(store, listIds(manifest, bytes));
    if (kind === 'tables') await tables.load(table, bytes, choose?.(table, bytes));
    else if (kind === 'files') await files.load(name, bytes);
    else if (name === summaryEntry) summary = parseEntry(Summary, name, bytes);
  }
  checkWhole(summary, { tables: await tables.finish(), files: files.finish() });
  if (!keepsMails) await tables.dropMails();
  return summary;
}

function checkWhole(
  summary: Summary | undefined,
  { tables, files }: Pick<Summary, 'tables' | 'files'>,
): asserts summary is Summary {
  if (!summary) throw new BackupRefused('The backup is cut off: its last entry is missing.');
  for (const [name, { rows, sha256 }] of Object.entries(summary.tables)) {
    const { [name]: loaded } = tables;
    if ((loaded?.rows ?? 0) === rows && (rows === 0 || loaded?.sha256 === sha256)) continue;
    throw new BackupRefused(`The rows of ${name} are not those that were backed up.`);
  }
  if (files.count !== summary.files.count || files.bytes !== summary.files.bytes) {
    throw new BackupRefused('The files are not those that were backed up.');
  }
}
