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
 * Mark in the data folder of one whose restore to a moment has not ended: its files, and what was asked for, may be missing. It has the
 * number of the restoring process.
 */
export const unfinishedRestore = 'steward-restore-unfinished';

/** Mark beside the data folder of one that was started without an archive, until there is a base again: what was written then is in none. */
export const unarchivedMark = 'written-without-archive';

/** @throws DatabaseRefused where a restore was killed, or goes on */
export async function refuseUnfinished({ cluster, folder }: Places): Promise<void> {
  const restoring = await readFile(join(cluster, unfinishedRestore), 'utf8').catch(() => undefined);
  if (restoring === undefined) return;
  if (!isAlive(Number(restoring))) await endLeftServer(cluster);
  throw new DatabaseRefused(
    `The restore into ${folder} has not ended: if it was interrupted, delete all but the secrets in this DATA_DIR, and restore anew.`,
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
  const draftPrefix = `${basename(places.cluster)}-draft-`;
  await deleteOldDrafts(dirname(places.cluster), (name) => name.startsWith(draftPrefix));
  if (!isRestoring) await refuseUnfinished(places);
  if (await stat(join(places.cluster, 'PG_VERSION')).catch(() => undefined)) return;
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
