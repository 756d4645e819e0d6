import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** A list of keys has a tenth of it. */
const maxBytes = 64 * 1024;

/** The variable that names the file with the value of a secret, as containers and service managers hand secrets over. */
export const fileName = (secret: string): string => `${secret}_FILE`;

const failures: Readonly<Record<string, string>> = {
  ENOENT: 'must name a file that exists',
  ENOTDIR: 'must name a file that exists',
  EACCES: 'must name a file that this user can read',
  EPERM: 'must name a file that this user can read',
  EISDIR: 'must name a file, and no folder',
  ENAMETOOLONG: 'must name a file that exists',
};

/**
 * The value in the file, without the one line break at its end. No error quotes the value or the path, because a secret may have
 * been typed in the path's place.
 * @throws Error with what goes on after the variable's name
 */
export function readSecretFile(path: string): string {
  // An address holds a password.
  if (path.includes('://')) throw new Error('must be the path of a file, and no address');
  const bytes = readBytes(path);
  if (bytes.length > maxBytes) throw new Error(`must name a file of at most ${maxBytes / 1024} KiB`);
  const text = toText(bytes).replace(/\r?\n$/, '');
  if (text.trim() === '') throw new Error('must name a file with the value: it is empty');
  return text;
}

function readBytes(path: string): Buffer {
  try {
    // A pipe without a writer would hold the start for ever.
    const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const kind = fstatSync(handle);
      if (kind.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
      if (!kind.isFile()) throw new Error('must name a plain file');
      return readUpTo(handle, maxBytes + 1);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Error(failures[code] ?? `must name a file that can be read (${code})`, { cause: error });
  }
}

function readUpTo(handle: number, limit: number): Buffer {
  const bytes = Buffer.alloc(limit);
  let length = 0;
  for (let read = 1; read > 0 && length < limit; length += read)
    read = readSync(handle, bytes, length, limit - length, null);
  return bytes.subarray(0, length);
}

function toText(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Refused below.
  }
  throw new Error('must name a file of text in UTF-8: it holds other bytes');
}
