import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder where it is missing, for its owner alone; folders above it that are missing can be entered by all, as
 * `mkdir -p` leaves them whatever the umask is. One by one: a recursive mkdir of Node.js never ends under /proc.
 * @throws the error of the file system, with its code and path
 */
export function makeFolders(folder: string): void {
  const missing: string[] = [];
  for (let path = folder; !isFolder(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    try {
      mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      // Another start has just made it.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' && isFolder(path)) continue;
      throw error;
    }
    if (path !== folder) chmodSync(path, 0o755);
  }
}

/** @throws ENOTDIR for anything else that is there */
function isFolder(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory())
    throw Object.assign(new Error(`${path} is no folder`), { code: 'ENOTDIR', syscall: 'mkdir', path });
  return found !== undefined;
}
