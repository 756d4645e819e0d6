import type { Company } from '#contract/company.ts';
import type { Act } from '../../lib/act.ts';
import { newFileKey } from '../../lib/file-keys.ts';
import { Problem } from '../../lib/problem.ts';
import type { FileStore } from '../../outside/files/files.ts';
import { deleteLogo, insertLogo, lockCompany } from './company.repository.ts';
import { writeCompany } from './company.service.ts';
import type { CompanyDependencies } from './company.service.ts';

/** A picture made anew from what was sent, or why it was not taken. */
export type NormaliseLogo = (
  bytes: Uint8Array,
) => Promise<{ ok: true; bytes: Uint8Array; contentType: string } | { ok: false; reason: string }>;

export interface LogoDependencies extends CompanyDependencies {
  readonly files: FileStore;
  readonly normaliseLogo: NormaliseLogo;
}

/** Re-encodes the picture, keeps it under a new key and lets the old one go. Nothing of the sender's bytes stays. */
export async function setLogo(dependencies: LogoDependencies, act: Act, upload: Blob): Promise<Company> {
  const { files, normaliseLogo } = dependencies;
  const picture = await normaliseLogo(new Uint8Array(await upload.arrayBuffer()));
  if (!picture.ok) throw new Problem('company.logo-refused', { detail: picture.reason, fields: [refusedField] });
  const key = newFileKey();
  const address = { companyId: act.actor.companyId, key };
  await files.put(address, picture.bytes, picture.contentType);
  try {
    return await replaceLogo(dependencies, act, {
      key,
      contentType: picture.contentType,
      byteLength: picture.bytes.length,
    });
  } catch (error) {
    await files.delete(address);
    throw error;
  }
}

export function removeLogo(dependencies: LogoDependencies, act: Act): Promise<Company> {
  return replaceLogo(dependencies, act, undefined);
}

const refusedField = {
  path: 'logo',
  message: 'The logo must be a PNG or JPEG picture of at most 2 MB and 4 megapixels.',
};

interface Logo {
  readonly key: string;
  readonly contentType: string;
  readonly byteLength: number;
}

async function replaceLogo(dependencies: LogoDependencies, act: Act, logo: Logo | undefined): Promise<Company> {
  const { database, files } = dependencies;
  const { companyId } = act.actor;
  const { saved, oldKey } = await database.withCompany(companyId, async (tx) => {
    const stored = await lockCompany(tx);
    if (logo) await insertLogo(tx, logo);
    if (stored.logo) await deleteLogo(tx, stored.logo);
    const values = { logoFileKey: logo?.key ?? null };
    return { saved: await writeCompany(dependencies, tx, act, { stored, values }), oldKey: stored.logo };
  });
  if (oldKey) await files.delete({ companyId, key: oldKey });
  return saved;
}
