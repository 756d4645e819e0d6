import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { listConfigWarnings } from '../config/warnings.ts';
import type { FileStore } from '../outside/files/files.ts';

/** No company's: what is tried there meets no file. */
const tried = { companyId: '00000000-0000-0000-0000-000000000000', key: 'storage-is-tried-here0' };
const patienceMs = 5000;

/** Lists what the installation lacks, a sentence each. Tries the storage of files by one write. */
export async function listWarnings(config: Config, files: Pick<FileStore, 'put' | 'delete'>): Promise<string[]> {
  const failure = await tryStorage(files);
  return [...(failure === undefined ? [] : [failure]), ...listConfigWarnings(config)];
}

async function tryStorage(files: Pick<FileStore, 'put' | 'delete'>): Promise<string | undefined> {
  const write = files.put(tried, Buffer.from('tried'), 'text/plain').then(() => files.delete(tried));
  write.catch(() => undefined);
  const late = sleep(patienceMs, 'late' as const, { ref: false });
  const outcome = await Promise.race([write, late]).catch((error: Error) => error);
  if (outcome === undefined) return undefined;
  const reason = outcome === 'late' ? `no answer in ${patienceMs / 1000} s` : describe(outcome);
  return `Files cannot be stored (${reason}): look at DATA_DIR/files, or at FILES_S3_BUCKET and its address and keys.`;
}

/** The name of the storage's error, which quotes no address and no key. */
const describe = (error: Error) => (error as NodeJS.ErrnoException).code ?? error.name;
