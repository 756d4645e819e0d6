import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { HistoryLine } from '../../database/embedded/base-backup.ts';
import { BackupRefused } from '../backup-refused.ts';

/*
 * An archive: `bases/<time>.tar.zst` with `<time>.json`, `wal/<segment>.zst` and `files/<company>.<key>.<milliseconds>.zst`, each with
 * `.age` where it is encrypted; `line.json` says whose they are.
 */

/** The line of history that the archive is of: a restored database begins another one. */
const Line = z.object({ system: z.string(), timeline: z.int() });

const Base = z.object({
  startedAt: z.iso.datetime(),
  /** The first moment that can be restored from it. */
  finishedAt: z.iso.datetime(),
  /** Name of the file with its rows. */
  file: z.string(),
  bytes: z.int(),
  /** The first segment that it needs. */
  firstSegment: z.string(),
  postgres: z.string(),
  /** System and processor, whose files differ. */
  machine: z.string(),
  /** Names of the keys that its values are sealed with. */
  sealedBy: z.array(z.string()),
});
export type Base = z.infer<typeof Base>;

export const toMachine = () => `${process.platform} ${process.arch}`;

export interface ArchivePlaces {
  readonly bases: string;
  readonly wal: string;
  readonly files: string;
}

export const toPlaces = (folder: string): ArchivePlaces => ({
  bases: join(folder, 'bases'),
  wal: join(folder, 'wal'),
  files: join(folder, 'files'),
});

/**
 * Makes the folders of an archive, or finds them.
 * @throws BackupRefused where they are of another database, or of one that was restored to an earlier point
 */
export async function openArchive(folder: string, line: HistoryLine): Promise<ArchivePlaces> {
  const path = join(folder, 'line.json');
  const noted = await readFile(path, 'utf8').catch(() => undefined);
  if (noted !== undefined) {
    const { system, timeline } = Line.parse(JSON.parse(noted));
    if (system !== line.system || timeline !== line.timeline) {
      throw new BackupRefused(
        `ARCHIVE_FOLDER ${folder} has the archive of another database, or of the time before this one was restored: name an empty folder.`,
      );
    }
  }
  const places = toPlaces(folder);
  for (const place of Object.values(places)) await mkdir(place, { recursive: true, mode: 0o700 });
  if (noted === undefined) await writeFile(path, JSON.stringify(line), { mode: 0o600 });
  return places;
}

/** The complete bases, the oldest first. */
export async function listBases(folder: string): Promise<Base[]> {
  const { bases } = toPlaces(folder);
  const names = (await readdir(bases).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(names.map(async (name) => Base.parse(JSON.parse(await readFile(join(bases, name), 'utf8')))));
}

/** Name of what a file of the archive holds. */
export const toContent = (name: string): string => name.replace(/\.zst(?:\.age)?$/, '');
