import type { Uses } from '../../portal/portal.ts';
import { listParts } from '../../lib/file-parts.ts';
import type { Clock } from '../../outside/clock.ts';
import * as repository from './row-files.repository.ts';
import type { StoredRowFile } from './row-files.repository.ts';

/** Deletes what is stored of a file, and then its row, unless its owner is to see why it has no content. */
export async function deleteParts(
  { database, files }: Uses<'database' | 'files'>,
  companyId: string,
  { id, parts }: Pick<StoredRowFile, 'id' | 'parts'>,
  { keepsRow = false } = {},
): Promise<void> {
  for (const address of listParts({ companyId, id }, parts)) await files.delete(address);
  await database.withCompany(companyId, (tx) =>
    keepsRow ? repository.updateRowFileParts(tx, { id }) : repository.deleteRowFile(tx, { id }),
  );
}

/** Deletes files whose time is over, were withdrawn or failed. Returns how many. */
export async function deleteExpiredRowFiles({
  database,
  files,
  clock,
}: Uses<'database' | 'files'> & { readonly clock: Clock }): Promise<number> {
  const now = clock.now();
  const unused = await database.withSystem('rowFiles.expire', (tx) => repository.listUnusedRowFiles(tx, { now }));
  for (const { companyId, id } of unused) {
    const stored = await database.readCompany(companyId, (tx) => repository.findRowFile(tx, { id }));
    if (stored) await deleteParts({ database, files }, companyId, stored, { keepsRow: stored.expiresAt > now });
  }
  return unused.length;
}
