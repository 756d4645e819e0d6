import type { Config } from '../../config/config.ts';
import { explainFailures, toStorageFailed } from './explain-failures.ts';
import { traceFiles, type FileStore } from './files.ts';
import { keepForArchive } from './archived-files.ts';
import { openLocalFiles } from './local-files.ts';
import { openS3Files } from './s3-files.ts';

/**
 * The storage of the settings. Apart from the other adapters, because commands need it alone.
 * @throws StorageFailed
 */
export async function openFiles({
  files,
  archive,
}: Pick<Config, 'files'> & Partial<Pick<Config, 'archive'>>): Promise<FileStore> {
  try {
    const plain = await (files.kind === 's3' ? openS3Files(files) : openLocalFiles(files.folder));
    const store = archive ? await keepForArchive(plain, archive.waitingFiles) : plain;
    return traceFiles(explainFailures(store, files.kind));
  } catch (error) {
    throw toStorageFailed(error, files.kind);
  }
}
