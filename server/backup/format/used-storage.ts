import type { FileStore } from '../../outside/files/files.ts';
import { BackupRefused } from './backup-refused.ts';

/**
 * A bucket can be that of a portal that goes on. Of two databases with one storage each would delete files that the other one names.
 * @throws BackupRefused where the storage has files of one of the companies
 */
export async function refuseUsedStorage(
  files: Pick<FileStore, 'measure'>,
  companyIds: Iterable<string>,
): Promise<void> {
  for (const companyId of companyIds) {
    if ((await files.measure(companyId)).count === 0) continue;
    throw new BackupRefused(
      'The storage has files of these companies already: name an empty one (FILES_S3_BUCKET, or another DATA_DIR), or say --same-storage where no portal uses it any more.',
    );
  }
}
