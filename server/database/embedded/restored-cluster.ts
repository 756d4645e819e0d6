import { appendFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseRefused } from '../connection/errors.ts';
import { isThere, markRestore, toRestoredDraft, unfinishedRestore, wasRestoreKilled } from './cluster.ts';
import { findPlaces, type Places } from './embedded-paths.ts';
import { endLeftServer } from './pid-file.ts';
import { giveTo } from './server-account.ts';

/** A data folder of PostgreSQL that is being put together from an archive. */
export interface RestoredCluster {
  readonly places: Places;
  /** Adds to a file, which is made where it is missing. */
  addFile(path: string, bytes: Buffer): Promise<void>;
  addFolder(path: string): Promise<void>;
  /** Folder in which the server asks for a segment, by a file of its name and `wantedSuffix`, until that is gone, and takes it. */
  readonly segments: string;
  /** Lets the next start recover until the moment, and go on from there. */
  finish(): Promise<void>;
  /** Ends the recovery's own settings, after all of it: from here on the database can be opened. */
  settle(): Promise<void>;
  /** Deletes all of it, and ends its server. */
  abort(): Promise<void>;
  /** The end of the server's log. */
  readLog(): Promise<string>;
}

/**
 * Begins one, also where a restore was killed: what that has left is deleted, but for files.
 * @param allow may refuse, before anything is changed
 * @throws DatabaseRefused where the data folder has a database, or another restore goes on
 */
export async function createRestoredCluster(
  dataDir: string,
  until: Date,
  allow: (wasKilled: boolean) => Promise<void>,
): Promise<RestoredCluster> {
  const places = await findPlaces(dataDir);
  const draft = toRestoredDraft(places);
  const segments = join(places.folder, 'restored-segments');
  const wasKilled = await wasRestoreKilled(places);
  const isMarked = await isThere(join(places.cluster, unfinishedRestore));
  if (!isMarked) await refuseDatabase(dataDir, places.cluster);
  await allow(wasKilled);
  if (isMarked) await removeDatabase(places);
  await removeAll([draft, segments]);
  const give = (path: string) => giveTo(places.account, path);
  const makeFolder = async (path: string) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await give(path);
  };
  await makeFolder(draft);
  await markRestore(draft, until);
  await makeFolder(segments);
  let isInPlace = false;
  return {
    places,
    segments,
    async addFile(path, bytes) {
      const target = inside(draft, path);
      // The server syncs all of it when it starts.
      await appendFile(target, bytes, { mode: 0o600 });
      await give(target);
    },
    addFolder: (path) => makeFolder(path === '' ? draft : inside(draft, path)),
    async finish() {
      for (const path of await writeRecovery(draft, segments, until)) await give(path);
      await rename(draft, places.cluster);
      isInPlace = true;
    },
    async settle() {
      await writeFile(join(places.cluster, 'postgresql.auto.conf'), '');
      await removeAll([segments]);
      await rename(join(places.cluster, unfinishedRestore), join(places.cluster, endedRestore));
    },
    async abort() {
      if (isInPlace) await removeDatabase(places);
      await removeAll([draft, segments]);
    },
    readLog: async () => (await readFile(places.serverLog, 'utf8').catch(() => '')).slice(-4000),
  };
}

export const wantedSuffix = '.wanted';
/** Tenths of a second: the archive may be far away. */
const longestWait = 6000;

/** The mark after the end. */
const endedRestore = 'steward-restored';

async function refuseDatabase(dataDir: string, cluster: string): Promise<void> {
  if (!(await isThere(cluster))) return;
  const [, , until] = (await readFile(join(cluster, endedRestore), 'utf8').catch(() => '')).split('\n');
  const restored = until === undefined ? '' : `, which was restored as it was at ${until}`;
  throw new DatabaseRefused(
    `${dataDir} has a database${restored}, and nothing is overwritten: name an empty DATA_DIR.`,
  );
}

/** The last processes of a server may still be going. */
const removal = { recursive: true, force: true, maxRetries: 10 } as const;

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, removal);
}

/** Makes a draft of it, in one step, so that a kill in the midst leaves no half that could be taken for a database. */
async function removeDatabase(places: Places): Promise<void> {
  await endLeftServer(places.cluster);
  const draft = toRestoredDraft(places);
  await removeAll([draft]);
  await rename(places.cluster, draft);
}

/** @returns the files that it writes */
async function writeRecovery(cluster: string, segments: string, until: Date): Promise<string[]> {
  const file = `"${segments}/%f"`;
  const wanted = `"${segments}/%f${wantedSuffix}"`;
  const settings = {
    restore_command: `: > ${wanted}; n=0; while test -f ${wanted} && test $n -lt ${longestWait}; do sleep 0.1; n=$((n+1)); done; mv ${file} "%p"`,
    recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_action: 'promote',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  const files = [join(cluster, 'postgresql.auto.conf'), join(cluster, 'recovery.signal')];
  for (const [place, path] of files.entries())
    await writeFile(path, place === 0 ? lines.join('') : '', { mode: 0o600 });
  return files;
}

function inside(folder: string, path: string): string {
  const target = join(folder, path);
  if (dirname(target) !== folder && !target.startsWith(`${folder}/`))
    throw new DatabaseRefused('A base names a file outside of its folder.');
  return target;
}
