import { createWriteStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { wantedSuffix, type RestoredCluster } from '../../database/embedded/restored-cluster.ts';
import { giveTo } from '../../database/embedded/server-account.ts';
import type { Decryption } from '../format/encryption.ts';
import { isWhole, toContent, toPlaces } from './archive-folder.ts';
import { unpack } from './packed-files.ts';

interface SegmentFeed {
  /** Ends it. @returns why the archive could not give a segment, where that was so */
  stop(): Promise<{ readonly failure: unknown }>;
}

const pauseMs = 20;

/**
 * Unpacks each segment when the recovering server asks for it, which is up to the moment and no further: all that follow may be more
 * than the disk has room for.
 */
export async function feedSegments(
  { folder, decryption }: { readonly folder: string; readonly decryption: Decryption },
  { segments, places }: Pick<RestoredCluster, 'segments' | 'places'>,
): Promise<SegmentFeed> {
  const { wal } = toPlaces(folder);
  const packed = new Map((await readdir(wal)).filter(isWhole).map((name) => [toContent(name), name]));
  const end = new AbortController();
  let failure: unknown;
  const give = async (content: string) => {
    const name = packed.get(content);
    if (name === undefined) return;
    const draft = join(segments, `${content}.draft`);
    await pipeline(unpack(join(wal, name), decryption), createWriteStream(draft, { mode: 0o600 }));
    await giveTo(places.account, draft);
    await rename(draft, join(segments, content));
  };
  const answer = async () => {
    for (const name of (await readdir(segments)).filter((each) => each.endsWith(wantedSuffix))) {
      // Without the segment the server ends its recovery, and the failure says why.
      await give(name.slice(0, -wantedSuffix.length)).catch((error: unknown) => (failure ??= error));
      await rm(join(segments, name), { force: true });
    }
  };
  const feeding = (async () => {
    while (!end.signal.aborted) {
      await answer();
      await sleep(pauseMs, undefined, { signal: end.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      end.abort();
      await feeding.catch((error: unknown) => (failure ??= error));
      return { failure };
    },
  };
}
