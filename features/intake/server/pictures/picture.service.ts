import type { Uses } from '#server/portal/portal.ts';
import { DatabaseUnavailable } from '#server/database/connection/errors.ts';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import type { IntakeCaller } from '#server/lib/request/intake-caller.ts';
import type { FileAddress } from '#server/outside/files/files.ts';
import { toPictureProblem } from '#server/lib/request/picture-problem.ts';
import { insertValues } from '#server/sql/columns.ts';
import { statement } from '#server/sql/statement.ts';
import { instant, text } from '#server/sql/types.ts';

const file = { key: text, purpose: text, contentType: text, createdAt: instant };

const createFileStatement = statement({ text: `insert into files ${insertValues(file)}`, params: file });

/** Re-encodes a picture that an assistant sends and stores it under a new key, without any of the sender's bytes. */
export async function createIntakePicture(
  portal: Uses<'database' | 'files' | 'normalisePicture' | 'clock' | 'log'>,
  { companyId }: IntakeCaller,
  upload: Blob,
): Promise<{ fileKey: string }> {
  const { database, files, normalisePicture, clock } = portal;
  const picture = await normalisePicture(new Uint8Array(await upload.arrayBuffer()), companyId);
  if (!picture.ok) throw toPictureProblem(picture.reason, 'intake.picture-refused', '');
  const { bytes, contentType } = picture;
  const key = newFileKey();
  await files.put({ companyId, key }, bytes, contentType);
  const row = { key, purpose: 'conversation', contentType, createdAt: clock.now() };
  try {
    await database.inCompany(companyId, (tx) => tx.run(createFileStatement, row));
    return { fileKey: key };
  } catch (error) {
    // A connection lost during the commit may have committed the row, which then needs its file.
    if (!(error instanceof DatabaseUnavailable)) await deleteFile(portal, { companyId, key });
    throw error;
  }
}

/** Deletes a file without a row; on failure it stays in storage, where its key is unknown to all. */
async function deleteFile({ files, log }: Uses<'files' | 'log'>, address: FileAddress): Promise<void> {
  await files.delete(address).catch((error: unknown) => {
    log.warn({ err: error }, 'picture not deleted from storage');
  });
}
