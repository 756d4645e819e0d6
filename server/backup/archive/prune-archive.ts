import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { draftSuffix } from '../format/archive-writer.ts';
import { isWhole, listBases, toContent, toPlaces, type ArchivePlaces } from './archive-folder.ts';

interface Pruning {
  readonly folder: string;
  readonly days: number;
  /** Files that a row names. */
  readonly named: ReadonlyArray<{ readonly companyId: string; readonly key: string }>;
  readonly now: Date;
}

/**
 * Deletes what no point of the last `days` needs: bases before the one from which the oldest of them is restored, the segments before
 * that, and copies of files that were deleted as long ago.
 */
export async function pruneArchive({ folder, days, named, now }: Pruning): Promise<void> {
  const places = toPlaces(folder);
  const oldest = now.getTime() - days * 86_400_000;
  const bases = await listBases(folder);
  const first = bases.findLast(({ finishedAt }) => Date.parse(finishedAt) <= oldest) ?? bases[0];
  if (!first) return;
  for (const { file } of bases.filter((base) => base.startedAt < first.startedAt)) {
    // The record first: without it the file is no base.
    await rm(join(places.bases, toRecord(file)), { force: true });
    await rm(join(places.bases, file), { force: true });
  }
  for (const name of await readdir(places.wal)) {
    if (!name.endsWith('.history') && toContent(name).slice(0, 24) < first.firstSegment)
      await rm(join(places.wal, name), { force: true });
  }
  await pruneFiles(places.files, new Set(named.map(({ companyId, key }) => `${companyId}.${key}`)), oldest);
  await pruneUnfinished(places, now);
}

/** Name of the record of a base. */
const toRecord = (file: string) => `${file.split('.')[0]}.json`;

const unfinishedMs = 86_400_000;

/** Deletes drafts, and bases without a record, that a kill left: what is being written is younger. */
async function pruneUnfinished(places: ArchivePlaces, now: Date): Promise<void> {
  const bases = await readdir(places.bases);
  const hasRecord = (name: string) => bases.includes(toRecord(name));
  for (const folder of Object.values(places)) {
    for (const name of await readdir(folder)) {
      const isLeft = name.endsWith(draftSuffix) || (folder === places.bases && isWhole(name) && !hasRecord(name));
      if (!isLeft) continue;
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found && now.getTime() - found.mtimeMs > unfinishedMs) await rm(join(folder, name), { force: true });
    }
  }
}

const goneSuffix = '.gone';

/** A file that no row names any more is marked, and its copies go when the mark is old enough. */
async function pruneFiles(folder: string, named: ReadonlySet<string>, oldest: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => isWhole(name) || name.endsWith(goneSuffix));
  for (const of of new Set(names.map((name) => name.split('.').slice(0, 2).join('.')))) {
    const mark = join(folder, `${of}${goneSuffix}`);
    if (named.has(of)) {
      await rm(mark, { force: true });
      continue;
    }
    const marked = await stat(mark).catch(() => undefined);
    if (!marked) await writeFile(mark, '');
    else if (marked.mtimeMs < oldest) {
      for (const name of names.filter((each) => each.startsWith(`${of}.`)))
        await rm(join(folder, name), { force: true });
    }
  }
}
