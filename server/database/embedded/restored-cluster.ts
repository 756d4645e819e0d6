import { appendFile, chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseRefused } from '../connection/errors.ts';
import { refuseUnfinished, unfinishedRestore } from './cluster.ts';
import { findPlaces, type Places } from './embedded-paths.ts';

/** A data folder of PostgreSQL that is being put together from an archive. */
export interface RestoredCluster {
  readonly places: Places;
  /** Adds to a file, which is made where it is missing. */
  addFile(path: string, bytes: Buffer): Promise<void>;
  addFolder(path: string): Promise<void>;
  /** Folder in which the server asks for a segment, by a file of its name and `wantedSuffix`, until that is gone, and takes it. */
  readonly segments: string;
  /** Lets the next start recover until this moment, and go on from there. */
  finish(until: Date): Promise<void>;
  /** Ends the recovery's own settings, after all of it: from here on the database can be opened. */
  settle(): Promise<void>;
  /** Deletes all of it. */
  abort(): Promise<void>;
  /** The end of the server's log. */
  readLog(): Promise<string>;
}

/** @throws DatabaseRefused where the data folder has a database */
export async function createRestoredCluster(dataDir: string): Promise<RestoredCluster> {
  const places = await findPlaces(dataDir);
  await refuseUnfinished(places);
  if (await stat(places.cluster).catch(() => undefined)) {
    throw new DatabaseRefused(`${dataDir} has a database, and nothing is overwritten: name an empty DATA_DIR.`);
  }
  // A start deletes one that was left.
  const draft = `${places.cluster}-draft-restored`;
  const segments = join(places.folder, 'restored-segments');
  await removeAll([draft, segments]);
  const { uid, gid } = places.account.identity;
  const give = async (path: string) => {
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  };
  const makeFolder = async (path: string) => {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await give(path);
  };
  await makeFolder(draft);
  await makeFolder(segments);
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
    async finish(until) {
      for (const path of await writeRecovery(draft, segments, until)) await give(path);
      await writeFile(join(draft, unfinishedRestore), String(process.pid), { flush: true });
      await rename(draft, places.cluster);
    },
    async settle() {
      await writeFile(join(places.cluster, 'postgresql.auto.conf'), '');
      await removeAll([segments, join(places.cluster, unfinishedRestore)]);
    },
    abort: () => removeAll([draft, segments, places.cluster]),
    readLog: async () => (await readFile(places.serverLog, 'utf8').catch(() => '')).slice(-4000),
  };
}

export const wantedSuffix = '.wanted';
/** Tenths of a second: the archive may be far away. */
const longestWait = 6000;

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { recursive: true, force: true });
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
