import { link, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { makeFolders } from '../../lib/make-folders.ts';
import { NameTaken } from './backup-refused.ts';
import { encryptStream, type Encryption } from './encryption.ts';

/** A file being written: a tar archive, compressed with zstd, and encrypted where there is a recipient or passphrase. */
export interface ArchiveWriter {
  /** Entries are written one at a time. Rejects with the error of the file, such as a full disk. */
  add(name: string, bytes: Uint8Array): Promise<void>;
  /** Gives the file its name. @returns its length in bytes @throws NameTaken where that name is taken meanwhile */
  finish(): Promise<number>;
  /** Deletes what was written. */
  abort(): Promise<void>;
}

/** @throws NameTaken where `path` exists, because a backup never overwrites a file */
export async function allowNewFile(path: string): Promise<void> {
  if (await stat(path).catch(() => undefined)) throw new NameTaken(`${path} exists: name another file.`);
}

/** Suffix of the file name of an incomplete archive. */
export const draftSuffix = '.part';

/** Opens `<path>.part`, which `finish` renames to `path`. @throws NameTaken where another one writes it */
export async function createArchive(path: string, encryption: Encryption): Promise<ArchiveWriter> {
  makeFolders(dirname(path));
  const draft = `${path}${draftSuffix}`;
  const { readable, controller } = createTarPacker();
  // Opened before all else, so that a folder that can not be written is known at once.
  const file = await open(draft, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const text = `${draft} is there: another backup writes it, or was killed. Name another file.`;
    throw error.code === 'EEXIST' ? new NameTaken(text) : error;
  });
  const output = file.createWriteStream({ flush: true });
  const stop = new AbortController();
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  // The key of a passphrase takes seconds in which nothing else runs: it is made before anything waits for an answer.
  const encrypted = await encryptStream(compress, encryption).catch(async (error: unknown) => {
    output.destroy();
    await rm(draft, { force: true });
    throw error;
  });
  const { signal } = stop;
  const written = Promise.all([
    pipeline(Readable.fromWeb(readable), compress, { signal }),
    pipeline(encrypted, output, { signal }),
  ]);
  // A caller gets this error from its next call; until then it must not end the process.
  written.catch(() => undefined);
  const failed = written.then(() => new Promise<never>(() => undefined));
  failed.catch(() => undefined);
  const abort = async () => {
    stop.abort();
    await written.catch(() => undefined);
    await rm(draft, { force: true });
  };
  return {
    async add(name, bytes) {
      const writer = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
      await Promise.race([failed, writer.write(bytes).then(() => writer.close())]);
    },
    async finish() {
      controller.finalize();
      await written;
      await nameFile(draft, path);
      return (await stat(path)).size;
    },
    abort,
  };
}

/** A link never replaces a file, as a rename would. */
async function nameFile(draft: string, path: string): Promise<void> {
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new NameTaken(`${path} exists: name another file.`) : error;
  });
  await rm(draft);
}
