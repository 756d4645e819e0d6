import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';

/** An entry of an archive, as its manifest names it. */
export interface Entry {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export type AddEntry = (name: string, bytes: Uint8Array) => Promise<Entry>;

/** The file type of names in archives, of the content types that are stored. */
export const fileExtensions: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/x-ndjson': '.jsonl',
};

/**
 * Writes a tar archive, compressed with gzip, entry by entry; holds one entry in memory.
 * @param take takes the archive while it is made
 * @returns what `writeEntries` answers
 */
export async function writeTarArchive<T>(
  madeAt: Date,
  writeEntries: (add: AddEntry) => Promise<T>,
  take: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<T> {
  const { readable, controller } = createTarPacker();
  const stop = new AbortController();
  const written = pipeline(Readable.fromWeb(readable), createGzip(), take, { signal: stop.signal });
  // The next entry or the end gets this error; until then it must not end the process.
  const failed = written.then(() => new Promise<never>(() => undefined));
  failed.catch(() => undefined);
  const add: AddEntry = async (name, content) => {
    const writer = controller.add({ name, size: content.length, mode: 0o600, mtime: madeAt }).getWriter();
    await Promise.race([failed, writer.write(content).then(() => writer.close())]);
    return { name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  };
  try {
    const answer = await writeEntries(add);
    controller.finalize();
    await written;
    return answer;
  } catch (error) {
    stop.abort();
    await written.catch(() => undefined);
    throw error;
  }
}

/** The archive as bytes for a download: made no faster than they are taken, and given up where they are not. */
export async function* streamTarArchive(
  madeAt: Date,
  writeEntries: (add: AddEntry) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const passing = new PassThrough();
  const written = writeTarArchive(madeAt, writeEntries, (chunks) => pipeline(chunks, passing));
  written.catch((error: Error) => passing.destroy(error));
  try {
    for await (const chunk of passing) yield chunk as Uint8Array;
    await written;
  } finally {
    passing.destroy();
  }
}
