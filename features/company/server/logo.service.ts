import type { Uses } from '#server/portal/portal.ts';
import type { Company } from '#features/company/contract/company.ts';
import { DatabaseUnavailable } from '#server/database/connection/errors.ts';
import type { CallContext } from '#server/lib/request/call-context.ts';
import { newFileKey } from '#server/lib/crypto/file-keys.ts';
import type { StoredFile } from '#server/outside/files/files.ts';
import { toPictureProblem } from '#server/lib/request/picture-problem.ts';
import * as repository from './company.repository.ts';
import { updateCompanyInTransaction } from './company.service.ts';

/** Re-encodes the picture, stores it under a new key and deletes the old one. None of the uploaded bytes are stored. */
export async function updateLogo(
  portal: Uses<'database' | 'files' | 'normaliseLogo' | 'clock' | 'log'>,
  context: CallContext,
  upload: Blob,
): Promise<Company> {
  const { files, normaliseLogo } = portal;
  const picture = await normaliseLogo(new Uint8Array(await upload.arrayBuffer()), context.actor.companyId);
  if (!picture.ok) throw toPictureProblem(picture.reason, 'company.logo-refused', 'logo');
  const key = newFileKey();
  const address = { companyId: context.actor.companyId, key };
  await files.put(address, picture.bytes, picture.contentType);
  const { contentType } = picture;
  try {
    return await replaceLogo(portal, context, { key, contentType });
  } catch (error) {
    // After a connection lost during the commit the row may exist, so the file stays: a missing file would be worse.
    if (!(error instanceof DatabaseUnavailable)) await deleteFile(portal, key, context);
    throw error;
  }
}

export function deleteLogo(
  portal: Uses<'database' | 'files' | 'clock' | 'log'>,
  context: CallContext,
): Promise<Company> {
  return replaceLogo(portal, context, undefined);
}

/** The logo as it is stored; undefined without one. */
export async function findLogo(
  { database, files }: Uses<'database' | 'files'>,
  companyId: string,
): Promise<StoredFile | undefined> {
  const { key } = await database.inCompany.read(companyId, (tx) => repository.getLogo(tx));
  return key === null ? undefined : files.find({ companyId, key });
}

interface Logo {
  readonly key: string;
  readonly contentType: string;
}

async function replaceLogo(
  portal: Uses<'database' | 'files' | 'clock' | 'log'>,
  context: CallContext,
  logo: Logo | undefined,
): Promise<Company> {
  const { saved, oldKey } = await portal.database.inCompany(context.actor.companyId, async (tx) => {
    let former: string | null | undefined;
    const changed = await updateCompanyInTransaction(portal, tx, context, {
      write: async (now, stored) => {
        former = stored.logo;
        if (logo) await repository.createLogo(tx, logo, now);
        if (stored.logo) await repository.deleteLogo(tx, { key: stored.logo });
        await repository.updateLogo(tx, { key: logo?.key ?? null, now });
      },
    });
    return { saved: changed, oldKey: former };
  });
  if (oldKey) await deleteFile(portal, oldKey, context);
  return saved;
}

/** Logs a failure and goes on, because no address leads to the file any more. */
async function deleteFile(
  { files, log }: Uses<'files' | 'log'>,
  key: string,
  { actor, requestId }: CallContext,
): Promise<void> {
  await files.delete({ companyId: actor.companyId, key }).catch((error: unknown) => {
    log.warn({ err: error, requestId }, 'a logo could not be deleted from storage');
  });
}
