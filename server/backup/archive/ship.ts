import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encryption } from '../format/encryption.ts';
import { toPlaces } from './archive-folder.ts';
import { pack, toSuffix } from './packed-files.ts';

export interface Shipment {
  /** Segments that the server has copied aside. */
  readonly wal: string;
  /** Copies of files. */
  readonly waitingFiles: string;
  /** The archive. */
  readonly folder: string;
  readonly encryption: Encryption;
}

/** Moves what waits into the archive: files first, because a segment can have the rows that name them. @returns how many */
export async function ship({ wal, waitingFiles, folder, encryption }: Shipment): Promise<number> {
  const places = toPlaces(folder);
  const suffix = toSuffix(encryption);
  let count = 0;
  // The segments of now; what the others have of rows, has its files by then.
  const segments = await listWhole(wal);
  for (const [from, names, into] of [
    [waitingFiles, await listWhole(waitingFiles), places.files],
    [wal, segments, places.wal],
  ] as const) {
    for (const name of names) {
      await pack(createReadStream(join(from, name)), join(into, `${name}${suffix}`), encryption);
      await rm(join(from, name));
      count += 1;
    }
  }
  return count;
}

/** Without those that are being written. */
const listWhole = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => !name.startsWith('.')).toSorted();
