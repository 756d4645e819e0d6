import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { HistoryLine } from '../../database/embedded/base-backup.ts';
import { unarchivedMark } from '../../database/embedded/cluster.ts';
import { draftSuffix } from '../format/archive-writer.ts';
import { BackupRefused } from '../format/backup-refused.ts';

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
 * @param ownFolder beside the database, where the folders stand in which it has an archive
 * @throws BackupRefused where they are of another database, or of one that was restored to an earlier point, and where an archive that
 * was begun is not there: its disk is not mounted
 */
export async function openArchive(folder: string, line: HistoryLine, ownFolder: string): Promise<ArchivePlaces> {
  const begun = await readBegun(ownFolder);
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
  if (noted === undefined && begun.includes(folder)) {
    throw new BackupRefused(
      `ARCHIVE_FOLDER ${folder} has nothing of the archive that was begun there: mount its disk, or name another folder to begin anew.`,
    );
  }
  const places = toPlaces(folder);
  for (const place of Object.values(places)) await mkdir(place, { recursive: true, mode: 0o700 });
  if (noted === undefined) await writeWhole(path, line);
  if (begun.at(-1) !== folder) {
    await writeFile(join(ownFolder, unarchivedMark), '', { flush: true });
    await writeWhole(toBegun(ownFolder), [...begun.filter((each) => each !== folder), folder]);
  }
  return places;
}

/** Whether something was written that this archive does not have: without one, or into another folder. */
export const isCut = (ownFolder: string): Promise<boolean> =>
  stat(join(ownFolder, unarchivedMark)).then(
    () => true,
    () => false,
  );

/** A base has all that was written before it. */
export const endCut = (ownFolder: string): Promise<void> => rm(join(ownFolder, unarchivedMark), { force: true });

const toBegun = (ownFolder: string) => join(ownFolder, 'archives-begun.json');

async function readBegun(ownFolder: string): Promise<string[]> {
  const text = await readFile(toBegun(ownFolder), 'utf8').catch(() => '[]');
  return z.array(z.string()).parse(JSON.parse(text));
}

async function writeWhole(path: string, value: object): Promise<void> {
  const draft = `${path}${draftSuffix}`;
  await writeFile(draft, JSON.stringify(value), { mode: 0o600, flush: true });
  await rename(draft, path);
}

/** The complete bases, the oldest first. */
export async function listBases(folder: string): Promise<Base[]> {
  const { bases } = toPlaces(folder);
  const names = (await readdir(bases).catch(() => [])).filter((name) => name.endsWith('.json')).toSorted();
  return Promise.all(names.map(async (name) => Base.parse(JSON.parse(await readFile(join(bases, name), 'utf8')))));
}

/** Name of what a file of the archive holds. */
export const toContent = (name: string): string => name.replace(/\.zst(?:\.age)?$/, '');

/** Whether it is a file of the archive that is whole, and not a draft or a mark. */
export const isWhole = (name: string): boolean => toContent(name) !== name;
