import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseLog } from '../../database/connection/log.ts';
import { listNamedFiles } from '../../database/copy/snapshot.ts';
import { dropMails, waitForRecovery } from '../../database/embedded/base-backup.ts';
import { openEmbeddedServer, type EmbeddedServer } from '../../database/embedded/embedded-server.ts';
import { createRestoredCluster, type RestoredCluster } from '../../database/embedded/restored-cluster.ts';
import { parseArchived } from '../../lib/archived-file.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { readArchive } from '../format/archive-reader.ts';
import { BackupRefused } from '../format/backup-refused.ts';
import type { Decryption } from '../format/encryption.ts';
import { refuseUsedStorage } from '../format/used-storage.ts';
import { isWhole, listBases, toContent, toMachine, toPlaces, type Base } from './archive-folder.ts';
import { feedSegments } from './feed-segments.ts';
import { unpackWhole } from './packed-files.ts';

export interface PointRestore {
  readonly until: Date;
  /** The archive. */
  readonly folder: string;
  readonly decryption: Decryption;
  readonly dataDir: string;
  readonly files: Pick<FileStore, 'put' | 'measure'>;
  /** The storage is a folder of the data folder: what a killed restore has left there is its own. */
  readonly isOwnFolder?: boolean;
  /** The storage may have files of the companies: no portal uses it. */
  readonly isSameStorage: boolean;
  /** Names of the present keys; undefined: any. */
  readonly secretsKeys: readonly string[] | undefined;
  /** False: mails that waited then are dropped. */
  readonly keepsMails: boolean;
  readonly log: DatabaseLog;
  /** Ends it, and deletes what it has made. */
  readonly stop?: AbortSignal;
}

export interface RestoredPoint {
  readonly base: Base;
  readonly files: number;
  /** Files that rows name and the archive does not have. */
  readonly missing: readonly string[];
}

/**
 * Restores the embedded database and its files as they were at a moment, into an empty data folder or that of a restore which was
 * killed, by PostgreSQL's own recovery.
 * @throws BackupRefused or DatabaseRefused with one line for the operator; the data folder is as empty as before, or after files were
 * stored as that of a killed one
 */
export async function restoreUntil(restore: PointRestore): Promise<RestoredPoint> {
  const base = await chooseBase(restore);
  let hasFiles = false;
  const allow = async (wasKilled: boolean) => {
    hasFiles = wasKilled;
    if (restore.isSameStorage || (wasKilled && restore.isOwnFolder)) return;
    await refuseUsedStorage(restore.files, await listCompanies(restore.folder));
  };
  const cluster = await createRestoredCluster(restore.dataDir, restore.until, allow);
  const stored = { count: 0 };
  try {
    await loadBase(restore, base, cluster);
    await cluster.finish();
    const missing = await recover(restore, cluster, stored);
    await cluster.settle();
    return { base, files: stored.count, missing };
  } catch (error) {
    hasFiles ||= stored.count > 0;
    // The next one takes them for its own by the mark.
    if (!hasFiles) await cluster.abort().catch(() => undefined);
    throw error;
  }
}

async function chooseBase({ folder, until, secretsKeys }: PointRestore): Promise<Base> {
  const bases = await listBases(folder);
  const [first] = bases;
  if (!first) throw new BackupRefused(`${folder} has no base of an archive: name the folder that was ARCHIVE_FOLDER.`);
  const base = bases.findLast(({ finishedAt }) => Date.parse(finishedAt) <= until.getTime());
  if (!base) throw new BackupRefused(`The archive begins at ${first.finishedAt}: name that moment or a later one.`);
  const last = await findEnd(folder);
  if (until.getTime() > last) {
    throw new BackupRefused(`The archive ends at ${new Date(last).toISOString()}: name an earlier moment.`);
  }
  if (base.machine !== toMachine()) {
    throw new BackupRefused(`The archive is of ${base.machine} and this is ${toMachine()}: restore a backup instead.`);
  }
  if (secretsKeys && base.sealedBy.some((name) => !secretsKeys.includes(name))) {
    throw new BackupRefused(
      'The archive was made under another SECRETS_KEY: give the portal that one, or say --any-key and enter passwords of integrations and second factors again.',
    );
  }
  return base;
}

/** Companies with files in the archive. */
async function listCompanies(folder: string): Promise<Set<string>> {
  const names = await readdir(toPlaces(folder).files).catch(() => []);
  return new Set(names.filter(isWhole).map((name) => name.split('.')[0] ?? ''));
}

/** When the last segment came into the archive: nothing in it is later. */
async function findEnd(folder: string): Promise<number> {
  const { wal } = toPlaces(folder);
  const names = (await readdir(wal).catch(() => [])).filter(isWhole);
  const times = await Promise.all(names.map((name) => stat(join(wal, name))));
  return Math.max(0, ...times.map(({ mtimeMs }) => mtimeMs));
}

async function loadBase(
  { folder, decryption, stop }: PointRestore,
  base: Base,
  cluster: RestoredCluster,
): Promise<void> {
  let hasLabel = false;
  for await (const { name, bytes } of readArchive(join(toPlaces(folder).bases, base.file), decryption)) {
    stop?.throwIfAborted();
    if (name.startsWith('folders/')) await cluster.addFolder(name.slice('folders/'.length));
    else if (name.startsWith('data/')) await cluster.addFile(name.slice('data/'.length), bytes);
    // It comes last.
    hasLabel ||= name === 'data/backup_label';
  }
  if (!hasLabel) throw new BackupRefused('The base is cut off: its last entry is missing.');
}

/** @returns files that the archive does not have */
async function recover(
  restore: PointRestore,
  cluster: RestoredCluster,
  stored: { count: number },
): Promise<readonly string[]> {
  const server = await openRecovered(restore, cluster);
  try {
    if (!restore.keepsMails) await dropMails(server.ownerUrl);
    return await loadFiles(restore, server.ownerUrl, stored);
  } finally {
    await server.stop();
  }
}

async function openRecovered(restore: PointRestore, cluster: RestoredCluster): Promise<EmbeddedServer> {
  const { dataDir, log, stop } = restore;
  const feed = await feedSegments(restore, cluster);
  let server: EmbeddedServer | undefined;
  try {
    server = await openEmbeddedServer({ dataDir, log, isRestoring: true });
    await waitForRecovery(server.ownerUrl, stop);
    return server;
  } catch (error) {
    await server?.stop();
    const { failure } = await feed.stop();
    throw failure ?? (await explainRecovery(cluster, error));
  } finally {
    await feed.stop();
  }
}

async function explainRecovery(cluster: RestoredCluster, error: unknown): Promise<unknown> {
  const text = await cluster.readLog();
  const [, version] = /initialized by PostgreSQL version (\S+), which is not compatible/.exec(text) ?? [];
  if (version !== undefined) {
    return new BackupRefused(
      `The archive is of PostgreSQL ${version}: restore it with the version of the portal that has it.`,
    );
  }
  if (!text.includes('recovery ended before configured recovery target was reached')) return error;
  const [last = ''] =
    [...text.matchAll(/last completed transaction was at log time (\S+ \S+)/g)].at(-1)?.slice(1) ?? [];
  const end =
    last === ''
      ? 'has nothing after its base yet: restore a backup instead.'
      : `ends at ${last}: name an earlier moment.`;
  return new BackupRefused(`The archive ${end}`, { cause: error });
}

/** Stores the last version of each file that a row names from before the moment. @returns those that the archive does not have */
async function loadFiles(
  { folder, decryption, files, until, stop }: PointRestore,
  ownerUrl: string,
  stored: { count: number },
): Promise<readonly string[]> {
  const { files: archived } = toPlaces(folder);
  const versions = new Map<string, { at: number; name: string }>();
  for (const name of await readdir(archived).catch(() => [])) {
    const [companyId = '', key = '', at = ''] = toContent(name).split('.');
    const path = `${companyId}/${key}`;
    const time = Number(at);
    if (!isWhole(name) || time > until.getTime() || time < (versions.get(path)?.at ?? 0)) continue;
    versions.set(path, { at: time, name });
  }
  const missing: string[] = [];
  for (const address of await listNamedFiles(ownerUrl)) {
    const path = `${address.companyId}/${address.key}`;
    const version = versions.get(path);
    if (!version) {
      missing.push(path);
      continue;
    }
    stop?.throwIfAborted();
    const { bytes, contentType } = parseArchived(await unpackWhole(join(archived, version.name), decryption));
    stored.count += 1;
    await files.put(address, bytes, contentType);
  }
  return missing;
}
