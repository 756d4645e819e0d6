import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { deleteOldDrafts } from '../../lib/old-drafts.ts';
import { findStoragePath, getCompanyFolder, getStoragePath, type FileStore } from './files.ts';

/*
 * Files are `<folder>/<company id>/<key>` with their content type in `<key>.type`. The type is written first and deleted
 * last, so that a killed process leaves no file without its type.
 */

/**
 * Files in a local folder. Drafts of killed processes in `<folder>/.drafts` are deleted here; the folder itself never, because a
 * portal or command beside this one may be writing there.
 */
export async function openLocalFiles(folder: string): Promise<FileStore> {
  const drafts = join(folder, '.drafts');
  await mkdir(drafts, { recursive: true, mode: 0o700 });
  await deleteOldDrafts(drafts, () => true);
  return {
    async put(address, bytes, contentType) {
      const path = join(folder, getStoragePath(address, contentType));
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await writeWhole(join(drafts, randomUUID()), typePath(path), Buffer.from(contentType));
      await writeWhole(join(drafts, randomUUID()), path, bytes);
    },
    async find(address, into) {
      const inside = findStoragePath(address);
      if (inside === undefined) return undefined;
      const path = join(folder, inside);
      try {
        const [bytes, contentType] = await Promise.all([readBytes(path, into), readFile(typePath(path), 'utf8')]);
        return { bytes, contentType };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async delete(address) {
      const inside = findStoragePath(address);
      if (inside === undefined) return;
      const path = join(folder, inside);
      await rm(path, { force: true });
      await rm(typePath(path), { force: true });
    },
    async measure(companyId) {
      const path = join(folder, getCompanyFolder(companyId));
      const names = await readdir(path).catch(() => []);
      const files = names.filter((name) => !name.endsWith('.type'));
      let bytes = 0;
      for (const name of files) bytes += (await stat(join(path, name))).size;
      return { count: files.length, bytes };
    },
    async deleteAll(companyId) {
      await rm(join(folder, getCompanyFolder(companyId)), { recursive: true, force: true });
    },
  };
}

function typePath(path: string): string {
  return `${path}.type`;
}

async function readBytes(path: string, into: Uint8Array | undefined): Promise<Uint8Array> {
  if (!into) return readFile(path);
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > into.length) return await file.readFile();
    let taken = 0;
    for (let read = -1; taken < size && read !== 0; taken += read) {
      ({ bytesRead: read } = await file.read(into, taken, size - taken, taken));
    }
    return into.subarray(0, taken);
  } finally {
    await file.close();
  }
}

/** Writes and syncs a private draft, then renames it; a failure deletes the draft. */
async function writeWhole(draft: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
