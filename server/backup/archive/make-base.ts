import { open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { awaitTurn, beginBase, endBase, findLine } from '../../database/embedded/base-backup.ts';
import { withOwner } from '../../database/copy/owner-connection.ts';
import { listNamedFiles } from '../../database/copy/snapshot.ts';
import { toArchived } from '../../lib/archived-file.ts';
import { toBaseName } from '../../lib/base-names.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { createArchive, draftSuffix, type ArchiveWriter } from '../format/archive-writer.ts';
import type { Encryption } from '../format/encryption.ts';
import { endCut, isWhole, openArchive, toMachine, type ArchivePlaces, type Base } from './archive-folder.ts';
import { pack, toSuffix } from './packed-files.ts';

export interface BaseSource {
  readonly ownerUrl: string;
  /** The data folder of the server. */
  readonly cluster: string;
  /** The archive. */
  readonly folder: string;
  readonly encryption: Encryption;
  readonly files: Pick<FileStore, 'find'>;
  /** Names of the keys that values are sealed with. */
  readonly sealedBy: readonly string[];
}

/**
 * Copies the data folder of the running server into the archive, as PostgreSQL's manual says it of a base backup by its functions, and
 * the files that rows name and the archive lacks. From its end on every point can be restored. Waits for a base that is being made.
 * @throws BackupRefused
 */
export async function makeBase(source: BaseSource): Promise<Base> {
  return withOwner(source.ownerUrl, async (client) => {
    await awaitTurn(client);
    const places = await openArchive(source.folder, await findLine(client), dirname(source.cluster));
    for (const name of await readdir(places.bases)) {
      if (name.endsWith(draftSuffix)) await rm(join(places.bases, name), { force: true });
    }
    await seedFiles(source, places);
    const base = await copyCluster(client, source, places);
    await endCut(dirname(source.cluster));
    return base;
  });
}

async function copyCluster(client: pg.Client, source: BaseSource, { bases }: ArchivePlaces): Promise<Base> {
  const { cluster, encryption } = source;
  const started = await beginBase(client);
  const name = toBaseName(started.at);
  const file = `${name}.tar${toSuffix(encryption)}`;
  const archive = await createArchive(join(bases, file), encryption);
  try {
    await copyFolder(archive, cluster, '');
    const ended = await endBase(client);
    await archive.add('data/backup_label', Buffer.from(ended.label));
    const bytes = await archive.finish();
    const base: Base = {
      startedAt: started.at.toISOString(),
      finishedAt: ended.at.toISOString(),
      file,
      bytes,
      firstSegment: started.segment,
      machine: toMachine(),
      sealedBy: [...source.sealedBy],
    };
    const record = join(bases, `${name}.json`);
    await writeFile(`${record}${draftSuffix}`, JSON.stringify(base), { mode: 0o600, flush: true });
    await rename(`${record}${draftSuffix}`, record);
    return base;
  } catch (error) {
    await archive.abort();
    throw error;
  }
}

/** Contents that a base leaves out, as PostgreSQL's manual says; the folders are there all the same. */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const leftOut = /^(?:postmaster\.(?:pid|opts)|backup_label|pgsql_tmp.*|pg_internal\.init.*)$/;
const chunkBytes = 4 * 1024 * 1024;

async function copyFolder(archive: ArchiveWriter, cluster: string, inside: string): Promise<void> {
  await archive.add(`folders/${inside}`, Buffer.alloc(0));
  if (emptied.includes(inside)) return;
  for (const entry of await readdir(join(cluster, inside), { withFileTypes: true })) {
    const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (leftOut.test(entry.name)) continue;
    if (entry.isDirectory()) await copyFolder(archive, cluster, path);
    else if (entry.isFile()) await copyFile(archive, join(cluster, path), path);
  }
}

/** Copies a file as it is while it is written: what is torn is made whole by the log. One that is gone was dropped meanwhile. */
async function copyFile(archive: ArchiveWriter, from: string, path: string): Promise<void> {
  const file = await open(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return;
  try {
    const length = Math.min(Math.max((await file.stat()).size, 1), chunkBytes);
    let isFirst = true;
    for (;;) {
      const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length) });
      if (bytesRead > 0 || isFirst) await archive.add(`data/${path}`, buffer.subarray(0, bytesRead));
      if (bytesRead === 0) return;
      isFirst = false;
    }
  } finally {
    await file.close();
  }
}

/** Files that were stored before there was an archive. */
async function seedFiles({ ownerUrl, files, encryption }: BaseSource, places: ArchivePlaces): Promise<void> {
  const names = (await readdir(places.files)).filter(isWhole);
  const known = new Set(names.map((name) => name.split('.').slice(0, 2).join('.')));
  for (const address of await listNamedFiles(ownerUrl)) {
    const name = `${address.companyId}.${address.key}`;
    if (known.has(name)) continue;
    const found = await files.find(address);
    if (!found) continue;
    const archived = Readable.from([toArchived(found.bytes, found.contentType)]);
    await pack(archived, join(places.files, `${name}.0${toSuffix(encryption)}`), encryption);
  }
}

/** Whether the latest base is older than a day, or the log since then has a gap, or there is none. */
export const isBaseDue = (latest: Base | undefined, now: Date, hasGap: boolean): boolean =>
  latest === undefined || hasGap || now.getTime() - Date.parse(latest.startedAt) >= 86_400_000;
