import { createReadStream } from 'node:fs';
import { Readable, pipeline } from 'node:stream';
import { createZstdDecompress } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { BackupRefused } from './backup-refused.ts';
import { decryptStream, type Decryption } from './encryption.ts';

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** No entry of a backup is longer: chunks of tables have 4 MiB, a file has at most what an upload may have. */
const maxEntryBytes = 256 * 1024 * 1024;

/**
 * The entries of an archive in their order, each read whole.
 * @throws BackupRefused where the file is missing, is no archive, is cut off, or can not be decrypted
 */
export async function* readArchive(path: string, decryption: Decryption): AsyncGenerator<ArchiveEntry> {
  try {
    yield* readEntries(path, decryption);
  } catch (error) {
    throw describeFailure(error, path);
  }
}

async function* readEntries(path: string, decryption: Decryption) {
  const plain = Readable.from(decryptStream(createReadStream(path), decryption), { objectMode: false });
  const unpacked = pipeline(plain, createZstdDecompress(), () => undefined);
  const entries = ReadableStream.from<Uint8Array>(unpacked).pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header, body } of entries) {
    if (header.size > maxEntryBytes) throw new BackupRefused(`${header.name} is too large for a backup.`);
    yield { name: header.name, bytes: Buffer.from(await new Response(body).arrayBuffer()) };
  }
}

function describeFailure(error: unknown, path: string): unknown {
  if (error instanceof BackupRefused) return error;
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BackupRefused(`There is no file ${path}.`, { cause: error });
  if (code === 'EACCES' || code === 'EISDIR') return new BackupRefused(`${path} can not be read.`, { cause: error });
  return new BackupRefused(`${path} is no whole backup: ${message}`, { cause: error });
}
