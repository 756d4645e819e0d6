import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';

/** The disk of the portal's data, with the reserve that is kept on it. */
export interface DiskSpace {
  /** Below it the disk counts as full, and as much is kept as reserve; 0: nothing is watched. */
  readonly reserveBytes: number;
  /** Free bytes of the data folder and of the embedded database, the smaller of both. */
  readFree(): Promise<number>;
  /** Bytes that the reserve still needs; 0 where it is complete, or where there is none. */
  readOwed(): Promise<number>;
  /** Makes the reserve. @throws ENOSPC, after deleting what there was */
  keepReserve(): Promise<void>;
  /** Gives the reserve to the database. */
  releaseReserve(): Promise<void>;
}

interface Options {
  /** Absolute. */
  readonly dataDir: string;
  /** Whether the database lies in the data folder; the disk of another one is not seen from here. */
  readonly isEmbedded: boolean;
  readonly reserveBytes: number;
}

const chunkBytes = 1024 * 1024;

export function openDiskSpace({ dataDir, isEmbedded, reserveBytes }: Options): DiskSpace {
  // May be a link to another disk.
  const databaseFolder = path.join(dataDir, 'postgres');
  const reserve = path.join(databaseFolder, 'reserve');
  const folders = isEmbedded ? [dataDir, databaseFolder] : [dataDir];
  return {
    reserveBytes,
    readFree: async () => Math.min(...(await Promise.all(folders.map(readFreeBytes)))),
    async readOwed() {
      if (!isEmbedded) return 0;
      const size = await stat(reserve).then(
        (found) => found.size,
        () => 0,
      );
      return Math.max(0, reserveBytes - size);
    },
    async keepReserve() {
      try {
        await writeReserve(reserve, reserveBytes);
      } catch (error) {
        await rm(reserve, { force: true });
        throw error;
      }
    },
    releaseReserve: () => rm(reserve, { force: true }),
  };
}

/** Lets the embedded database start on a full disk. */
export async function releaseWhereFull(space: DiskSpace): Promise<void> {
  if ((await space.readFree()) < space.reserveBytes) await space.releaseReserve();
}

/** A folder that is not there yet bounds nothing. */
async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Infinity, bsize: 1 }));
  return bavail * bsize;
}

/** Written, because a hole reserves nothing, and of random bytes, because a file system may compress others away. */
async function writeReserve(file: string, bytes: number): Promise<void> {
  const chunk = randomBytes(chunkBytes);
  const handle = await open(file, 'w', 0o600);
  try {
    for (let written = 0; written < bytes; written += chunkBytes) {
      await handle.writeFile(chunk.subarray(0, Math.min(chunkBytes, bytes - written)));
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
