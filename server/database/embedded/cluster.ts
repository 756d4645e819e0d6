import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseRefused } from '../connection/errors.ts';
import { deleteOldDrafts } from '../../lib/old-drafts.ts';
import type { Places } from './embedded-paths.ts';
import { endLeftServer, isAlive } from './pid-file.ts';
import { runProgram } from './run-program.ts';
import type { Durability } from './server-settings.ts';
import { giveTo } from './server-account.ts';

/** The superuser of the embedded server: owns the database and runs its migrations, and nothing else uses it. */
export const embeddedOwner = 'steward';

/**
 * Mark in the data folder of one whose restore to a moment has not ended: its files, and what was asked for, may be missing. It has
 * number and start of the restoring process, and the moment.
 */
export const unfinishedRestore = 'steward-restore-unfinished';

/** The folder in which a restore puts it together. */
export const toRestoredDraft = ({ cluster }: Pick<Places, 'cluster'>): string => `${cluster}-draft-restored`;

/** Mark beside the data folder of one that was started without an archive, until there is a base again: what was written then is in none. */
export const unarchivedMark = 'written-without-archive';

export const markRestore = (folder: string, until: Date): Promise<void> =>
  writeFile(join(folder, unfinishedRestore), [process.pid, performance.timeOrigin, until.toISOString()].join('\n'), {
    flush: true,
  });

/**
 * Whether a restore was killed here; the server that it has left is ended.
 * @throws DatabaseRefused where it goes on
 */
export async function wasRestoreKilled(places: Places): Promise<boolean> {
  const { cluster, folder } = places;
  const ofDraft = () => readMark(toRestoredDraft(places));
  const mark = (await readMark(cluster)) ?? ((await isThere(cluster)) ? undefined : await ofDraft());
  if (mark === undefined) return false;
  const [pid = 0, origin] = mark.split('\n').map(Number);
  // In a container each process can have the same number.
  if (pid === process.pid ? origin === performance.timeOrigin : isAlive(pid)) {
    throw new DatabaseRefused(
      `Process ${pid} restores into ${folder}: wait for it. Where that is another program, delete all but the secrets in this DATA_DIR, and restore anew.`,
    );
  }
  await endLeftServer(cluster);
  return true;
}

const readMark = (data: string) => readFile(join(data, unfinishedRestore), 'utf8').catch(() => undefined);

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** @throws DatabaseRefused where a restore was killed, or goes on */
export async function refuseUnfinished(places: Places): Promise<void> {
  if (!(await wasRestoreKilled(places))) return;
  throw new DatabaseRefused(
    `The restore into ${places.folder} has not ended: run it again, or delete all but the secrets in this DATA_DIR.`,
  );
}

/**
 * Makes PostgreSQL's data folder if there is none. It is built under another name and renamed when complete: a start
 * killed half-way leaves no half data, and of two first starts one wins.
 * @throws DatabaseRefused where a restore to a moment has not ended, and this is not it
 */
export async function ensureCluster(
  places: Places,
  binaries: string,
  { durability, isRestoring }: { readonly durability: Durability; readonly isRestoring: boolean },
): Promise<void> {
  if (!isRestoring) await refuseUnfinished(places);
  const draftPrefix = `${basename(places.cluster)}-draft-`;
  await deleteOldDrafts(dirname(places.cluster), (name) => name.startsWith(draftPrefix));
  if (await isThere(join(places.cluster, 'PG_VERSION'))) return;
  const draft = await mkdtemp(`${places.cluster}-draft-`);
  await giveTo(places.account, draft);
  const options = [
    '--auth=trust',
    '--encoding=UTF8',
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(durability === 'throw-away' ? ['--no-sync'] : []),
  ];
  await runProgram(places, join(binaries, 'bin/initdb'), ['-D', draft, '-U', embeddedOwner, ...options]);
  await writeOwned(places, join(draft, 'pg_hba.conf'), 'local all all trust\n');
  try {
    await rename(draft, places.cluster);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Writes a file of the server's account. */
export async function writeOwned(places: Places, path: string, content: string): Promise<void> {
  await writeFile(path, content, { mode: 0o600 });
  await giveTo(places.account, path);
}
