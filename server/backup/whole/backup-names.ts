import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { isEncrypting, type Encryption } from '../format/encryption.ts';

const backupName = /^steward-\d{8}T\d{6}Z(?:-[0-9a-f]{6})?\.tar\.zst(?:\.age)?$/;

/** Whether the portal named the file, and not an operator. */
export const isBackupName = (name: string): boolean => backupName.test(name);

/**
 * `<folder>/steward-20261123T023000Z-1a2b3c.tar.zst`, with `.age` where the file is encrypted. The end of the name is random, because
 * two backups can start in one second: a portal's and an operator's.
 */
export function nameBackup(folder: string, encryption: Encryption, now: Date): string {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  return join(
    folder,
    `steward-${time}-${randomBytes(3).toString('hex')}.tar.zst${isEncrypting(encryption) ? '.age' : ''}`,
  );
}

/** Whether a file of this folder has a name of `nameBackup`, so that it is deleted when it is not among the latest. */
export const isPruned = (folder: string, path: string): boolean =>
  dirname(path) === folder && isBackupName(basename(path));
