import { readFileSync, type Stats } from 'node:fs';
import { chmod, chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseRefused } from '../connection/errors.ts';

/** The account the database server runs as. PostgreSQL refuses to run as root. */
export type ServerAccount = {
  uid: number;
  gid: number;
  /** User and group to start child processes as; empty where it is our own account. */
  identity: { uid?: number; gid?: number };
};

/**
 * Our own account; for root, the owner of existing data, else the first of `postgres` and `nobody` there is.
 * @param folder what holds the data; it need not exist yet
 */
export async function chooseServerAccount(folder: string): Promise<ServerAccount> {
  const own = process.getuid?.();
  if (own === undefined) throw new DatabaseRefused('The embedded database needs a Unix system: set DATABASE_URL.');
  const data = await stat(folder).catch(() => undefined);
  if (own !== 0) {
    if (data && data.uid !== own) {
      throw new DatabaseRefused(`${folder} belongs to another user: start as that user, or set another DATA_DIR.`);
    }
    return { uid: own, gid: process.getgid?.() ?? 0, identity: {} };
  }
  // Root's own: a start was killed before it had handed the folder over.
  const chosen = data && data.uid !== 0 ? data : findUnprivileged();
  return { uid: chosen.uid, gid: chosen.gid, identity: { uid: chosen.uid, gid: chosen.gid } };
}

function findUnprivileged() {
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const entry = entries.find(([name]) => name === wanted);
    // `nobody` is -2 on some systems: as an unsigned number it is the same account.
    if (entry) return { uid: Number(entry[2]) >>> 0, gid: Number(entry[3]) >>> 0 };
  }
  throw new DatabaseRefused(
    'As root the embedded database needs a user "postgres" or "nobody": add one, or start as an ordinary user.',
  );
}

/** Whether the account can walk down to `folder`, going by the mode of every folder on the way. */
export async function canReach(folder: string, account: ServerAccount): Promise<boolean> {
  if (account.identity.uid === undefined) return true;
  for (let path = folder; ; path = dirname(path)) {
    if (!mayEnter(await stat(path), account)) return false;
    if (path === dirname(path)) return true;
  }
}

/** The bit of the mode that counts for the account, as the system chooses it: owner, group or all others. */
function mayEnter({ uid, gid, mode }: Stats, account: ServerAccount): boolean {
  if (uid === account.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === account.gid ? 0o010 : 0o001)) !== 0;
}

/**
 * Lets the account through a folder of root's that is closed to it: by its group where no group has the folder, so that what
 * else lies there stays as closed as it was. The caller looks whether it worked, because not every disk knows owners.
 */
export async function letThrough(folder: string, account: ServerAccount): Promise<void> {
  const found = await stat(folder);
  if (account.identity.uid === undefined || found.uid !== 0 || mayEnter(found, account)) return;
  const isOfNoGroup = (found.mode & 0o070) === 0;
  try {
    if (isOfNoGroup) await chown(folder, found.uid, account.gid);
    await chmod(folder, (found.mode & 0o7777) | (isOfNoGroup ? 0o010 : 0o001));
  } catch {
    // See above.
  }
}

/** Hands a file or folder of ours to the account. */
export async function giveTo(account: ServerAccount, path: string): Promise<void> {
  const { uid, gid } = account.identity;
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}
