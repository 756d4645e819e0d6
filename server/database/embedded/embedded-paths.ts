import { createHash, randomBytes } from 'node:crypto';
import { lstat, mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseRefused } from '../connection/errors.ts';
import { canReach, chooseServerAccount, giveTo, letThrough, type ServerAccount } from './server-account.ts';

/** Folder of a server that root starts, for what its account cannot reach under the data folder. */
const rootFolder = '/var/lib/steward';
/** A unix socket's path holds 107 bytes at most; `/.s.PGSQL.5432` takes 14, the rest is reserve. */
const socketFolderMaxBytes = 80;

export type Places = {
  account: ServerAccount;
  /** Holds everything below and is entered by the server's account alone. */
  folder: string;
  /** Whether it lies in the data folder, and not behind a link. */
  isInside: boolean;
  /** PostgreSQL's data. */
  cluster: string;
  /** Holds the unix socket; mode 0700, so only the server's account and root can connect. */
  socket: string;
  serverLog: string;
  /** Holds what the server wrote until the portal has it in the archive. */
  wal: string;
  /** Folder into which binaries are copied if they cannot run in place. */
  binaryCopies: string;
};

/**
 * Finds or makes the folder of the embedded server: `DATA_DIR/postgres`. Where root started it and a folder above the data
 * folder is closed, such as root's home, that is a link to a folder under /var/lib/steward, which the server's account can
 * reach; `folder` says where the data really lie.
 */
export async function findPlaces(dataDir: string): Promise<Places> {
  await mkdir(dataDir, { recursive: true });
  const entry = join(dataDir, 'postgres');
  const account = await chooseServerAccount(entry);
  if (!(await lstat(entry).catch(() => undefined))) await makeFolder(entry, dataDir, account);
  const folder = await realpath(entry).catch(() => {
    throw new DatabaseRefused(
      `${entry} points to a folder that is gone: restore it, or remove ${entry} to start anew.`,
    );
  });
  await giveTo(account, folder);
  const isInside = folder === join(await realpath(dataDir), 'postgres');
  if (isInside) await letThrough(dataDir, account);
  if (!(await canReach(folder, account))) {
    throw new DatabaseRefused(`The database's account can not reach ${folder}: open the folders above it (chmod a+x).`);
  }
  return {
    account,
    folder,
    isInside,
    cluster: join(folder, 'cluster'),
    socket: await makeSocketFolder(folder, account),
    serverLog: join(folder, 'server.log'),
    wal: await makeWalFolder(folder, account),
    binaryCopies: account.identity.uid === undefined ? folder : rootFolder,
  };
}

async function makeFolder(entry: string, dataDir: string, account: ServerAccount) {
  await letThrough(dataDir, account);
  if (await canReach(dataDir, account)) {
    await makePrivate(entry, account);
    return;
  }
  // Named at random: after the data folder was deleted and made again, the old data must not come back.
  const folder = join(rootFolder, `${digest(dataDir)}-${randomBytes(4).toString('hex')}`);
  await mkdir(rootFolder, { recursive: true, mode: 0o755 });
  await makePrivate(folder, account);
  await writeFile(join(folder, 'belongs-to'), `${dataDir}\n`);
  await symlink(folder, entry).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

async function makeWalFolder(folder: string, account: ServerAccount) {
  const wal = join(folder, 'archive-waiting');
  await makePrivate(wal, account);
  return wal;
}

async function makeSocketFolder(folder: string, account: ServerAccount) {
  const inside = join(folder, 'socket');
  const short = Buffer.byteLength(inside) <= socketFolderMaxBytes ? inside : join('/tmp', `steward-${digest(folder)}`);
  await makePrivate(short, account);
  const made = await lstat(short);
  // In /tmp anybody could have put something there before us.
  if (!made.isDirectory() || made.uid !== account.uid || (made.mode & 0o077) !== 0) {
    throw new DatabaseRefused(`${short} is not a private folder of the database's account: remove it and start again.`);
  }
  return short;
}

async function makePrivate(path: string, account: ServerAccount) {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  await giveTo(account, path);
}

function digest(path: string) {
  return createHash('sha256').update(path).digest('hex').slice(0, 12);
}
