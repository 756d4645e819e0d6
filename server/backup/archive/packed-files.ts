import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable, pipeline as pipe } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { draftSuffix } from '../format/archive-writer.ts';
import { decryptStream, encryptStream, isEncrypting, type Decryption, type Encryption } from '../format/encryption.ts';

/** Suffix of the names of packed files. */
export const toSuffix = (encryption: Encryption) => (isEncrypting(encryption) ? '.zst.age' : '.zst');

/** Compresses and encrypts into `path`, which is there whole or not at all; it is on disk when this returns. */
export async function pack(source: Readable, path: string, encryption: Encryption): Promise<void> {
  const draft = `${path}${draftSuffix}`;
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const output = await open(draft, 'w', 0o600);
  try {
    const packed = await encryptStream(compress, encryption);
    await Promise.all([
      pipeline(source, compress),
      pipeline(packed, output.createWriteStream({ flush: true, autoClose: true })),
    ]);
    await rename(draft, path);
  } catch (error) {
    await output.close().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
}

/** A packed file, as it was. @throws BackupRefused where no key decrypts it */
export function unpack(path: string, decryption: Decryption): Readable {
  const plain = Readable.from(decryptStream(createReadStream(path), decryption), { objectMode: false });
  return pipe(plain, createZstdDecompress(), () => undefined);
}

export const unpackWhole = (path: string, decryption: Decryption): Promise<Buffer> => buffer(unpack(path, decryption));
