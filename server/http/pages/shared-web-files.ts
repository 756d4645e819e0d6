import { createAsset, deleteUnserved, findAsset, updateServed } from '../../access/shared-by-portals.repository.ts';
import type { Database } from '../../database/open-database.ts';
import { createLimiter } from '../../lib/concurrency/limiter.ts';
import { toWebFile, type WebFile, type WebFiles } from './web-files.ts';

/** Pages of a version that no portal runs any more stay usable for so long. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Puts the hashed files of this build where every portal on the database finds them, because without sticky sessions a
 * browser gets the page from one portal and its files from another, which may be of another version.
 */
export async function shareWebFiles(
  { inSystem }: Pick<Database, 'inSystem'>,
  webFiles: Pick<WebFiles, 'listHashed'>,
  now: Date,
): Promise<void> {
  const files = webFiles.listHashed();
  await inSystem('web-files.share', async (tx) => {
    const served = await updateServed(tx, { paths: files.map(({ path }) => path), now });
    const known = new Set(served.map(({ path }) => path));
    // In one order, so that two portals that start together wait for each other and not both.
    const missing = files
      .filter(({ path }) => !known.has(path))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1));
    await Promise.all(
      missing.map((file) => createAsset(tx, { path: file.path, bytes: Buffer.from(file.read()), now })),
    );
    await deleteUnserved(tx, { before: new Date(now.getTime() - keptMs) });
  });
}

export type FindSharedFile = (path: string) => Promise<WebFile | undefined>;

const hashedPath = /^\/assets\/[\w.-]{1,120}$/;
const maxLookups = { running: 1, waiting: 100 };

/** Finds a hashed file of another version; undefined also where the database is away. */
export function createSharedWebFiles({ actors }: Pick<Database, 'actors'>): FindSharedFile {
  const lookups = createLimiter(maxLookups.running);
  return async (path) => {
    if (!hashedPath.test(path)) return undefined;
    const found = await lookups.tryRun(() => findAsset(actors, { path }), maxLookups.waiting).catch(() => undefined);
    return found?.result && toWebFile(path, new Uint8Array(found.result.bytes));
  };
}
