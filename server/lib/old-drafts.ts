import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A draft is written within seconds; a whole database within minutes. */
const draftMs = 60 * 60_000;

/**
 * Names in a folder that a process left there that was killed: not touched for an hour. A younger one may be that of another
 * process which shares the folder.
 */
export async function listOldDrafts(folder: string, isDraft: (name: string) => boolean): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter(isDraft);
  const ages = await Promise.all(
    names.map(async (name) => {
      // One that is gone was renamed, or deleted by another process.
      const found = await stat(join(folder, name)).catch(() => undefined);
      return found === undefined ? 0 : Date.now() - found.mtimeMs;
    }),
  );
  return names.filter((_, place) => (ages[place] ?? 0) > draftMs);
}

export async function deleteOldDrafts(folder: string, isDraft: (name: string) => boolean): Promise<void> {
  for (const name of await listOldDrafts(folder, isDraft)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}
