import type { Logger } from 'pino';
import { DatabaseUnavailable } from '../../../database/connection/errors.ts';
import type { Database } from '../../../database/open-database.ts';
import { newFileKey } from '../../../lib/crypto/file-keys.ts';
import type { IntakeCaller } from '../../../lib/request/intake-caller.ts';
import type { FileAddress, FileStore } from '../../../outside/files/files.ts';
import type { NormalisePicture } from '../../../outside/images/picture-normaliser.ts';
import { toPictureProblem } from '../../../lib/request/picture-problem.ts';
import { insertPicture } from './picture.repository.ts';

export interface PictureDependencies {
  readonly database: Database;
  readonly files: FileStore;
  readonly normalisePicture: NormalisePicture;
  readonly log: Logger;
}

/** Re-encodes a picture that an assistant sends and keeps it under a new key. Nothing of the sender's bytes stays. */
export async function storeIntakePicture(
  dependencies: PictureDependencies,
  { companyId }: IntakeCaller,
  upload: Blob,
): Promise<{ fileKey: string }> {
  const { database, files, normalisePicture } = dependencies;
  const picture = await normalisePicture(new Uint8Array(await upload.arrayBuffer()));
  if (!picture.ok) throw toPictureProblem(picture.reason, 'intake.picture-refused', '');
  const { bytes, contentType } = picture;
  const address = { companyId, key: newFileKey() };
  await files.put(address, bytes, contentType);
  try {
    await database.withCompany(companyId, (tx) =>
      insertPicture(tx, { key: address.key, contentType, byteLength: bytes.length }),
    );
    return { fileKey: address.key };
  } catch (error) {
    // After a connection lost in mid-commit the row may stand: a file too many does no harm, one too few does.
    if (!(error instanceof DatabaseUnavailable)) await forgetFile(dependencies, address);
    throw error;
  }
}

/** Nobody knows its key; that it stays in storage is no reason to fail differently. */
async function forgetFile({ files, log }: PictureDependencies, address: FileAddress): Promise<void> {
  await files.delete(address).catch((error: unknown) => {
    log.warn({ err: error }, 'a picture could not be deleted from storage');
  });
}
