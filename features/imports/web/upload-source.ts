import { importChunkBytes, maxImportBytes } from '#features/imports/contract/log-imports.ts';
import { formatBytes } from '#web/lib/numbers.ts';

/** The text of a chosen file, part by part. */
export interface UploadSource {
  /** Length of the text, also where the file is compressed. */
  readonly bytes: number;
  /** The parts from one on, each read only when it is asked for. */
  listParts(from: number): AsyncIterable<Blob>;
}

/** Its message is shown. */
export class UnusableFile extends Error {}

export const tooLarge = `A file can have at most ${formatBytes(maxImportBytes)}. Split it, e.g. by month, and import the parts.`;

/**
 * Opens a file of logs; one that gzip has compressed is read once to know how long its text is.
 * @throws UnusableFile
 */
export async function openUpload(file: Blob, signal: AbortSignal): Promise<UploadSource> {
  const source = (await isGzip(file)) ? await openGzip(file, signal) : openPlain(file);
  if (source.bytes === 0) throw new UnusableFile('This file is empty.');
  if (source.bytes > maxImportBytes) throw new UnusableFile(tooLarge);
  return source;
}

async function isGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

const openPlain = (file: Blob): UploadSource => ({
  bytes: file.size,
  async *listParts(from) {
    for (let start = from * importChunkBytes; start < file.size; start += importChunkBytes)
      yield await Promise.resolve(file.slice(start, start + importChunkBytes));
  },
});

async function openGzip(file: Blob, signal: AbortSignal): Promise<UploadSource> {
  let bytes = 0;
  for await (const piece of decompress(file, signal)) {
    bytes += piece.length;
    if (bytes > maxImportBytes) throw new UnusableFile(tooLarge);
  }
  return { bytes, listParts: (from) => listGzipParts(file, signal, from) };
}

async function* listGzipParts(file: Blob, signal: AbortSignal, from: number): AsyncGenerator<Blob> {
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let index = 0;
  for await (const piece of decompress(file, signal)) {
    for (let rest = piece; rest.length > 0;) {
      const taken = rest.subarray(0, importChunkBytes - length);
      if (index >= from) pieces.push(taken);
      length += taken.length;
      rest = rest.subarray(taken.length);
      if (length < importChunkBytes) continue;
      if (index >= from) yield new Blob(pieces);
      index += 1;
      pieces = [];
      length = 0;
    }
  }
  if (length > 0 && index >= from) yield new Blob(pieces);
}

async function* decompress(file: Blob, signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (cause) {
    if (cause instanceof TypeError) throw new UnusableFile('This file cannot be decompressed.', { cause });
    throw cause;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
