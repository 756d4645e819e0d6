import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { deleteOldDrafts } from '../../lib/old-drafts.ts';
import type { Places } from './embedded-paths.ts';
import { runProgram } from './run-program.ts';
import type { Durability } from './server-settings.ts';
import { giveTo } from './server-account.ts';

/** The superuser of the embedded server: owns the database and runs its migrations, and nothing else uses it. */
export const embeddedOwner = 'steward';

/**
 * Makes PostgreSQL's data folder if there is none. It is built under another name and renamed when complete: a start
 * killed half-way leaves no half data, and of two first starts one wins.
 */
export async function ensureCluster(places: Places, binaries: string, durability: Durability): Promise<void> {
  const draftPrefix = `${basename(places.cluster)}-draft-`;
  await deleteOldDrafts(dirname(places.cluster), (name) => name.startsWith(draftPrefix));
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
