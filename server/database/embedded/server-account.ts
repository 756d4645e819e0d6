import { readFileSync } from 'node:fs';
import { chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseRefused } from '../connection/errors.ts';

/** The account the database server runs as. PostgreSQL refuses to run as root. */
export type ServerAccount = {
  uid: number;
  /** What a child process is started with; empty where it is our own account. */
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
    return { uid: own, identity: {} };
  }
  // Root's own: a start was killed before it had handed the folder over.
  const chosen = data && data.uid !== 0 ? data : findUnprivileged();
  return { uid: chosen.uid, identity: { uid: chosen.uid, gid: chosen.gid } };
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
    const found = await stat(path);
    const mayEnter = found.uid === account.uid ? found.mode & 0o100 : found.mode & 0o001;
    if (!mayEnter) return false;
    if (path === dirname(path)) return true;
  }
}

/** Hands a file or folder of ours to the account. */
export async function giveTo(account: ServerAccount, path: string): Promise<void> {
  const { uid, gid } = account.identity;
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}
