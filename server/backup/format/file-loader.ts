import type { FileStore } from '../../outside/files/files.ts';
import { BackupRefused } from './backup-refused.ts';

const typeSuffix = '.type';

/** Puts the entries `files/<company>/<key>` into the storage, each after its `….type`; without a storage it counts them. */
export function createFileLoader(files: Pick<FileStore, 'find' | 'put'> | undefined) {
  let contentType: string | undefined;
  let [count, total] = [0, 0];
  const put = async (path: string, bytes: Buffer) => {
    const [companyId = '', key = ''] = path.split('/');
    const present = await files?.find({ companyId, key });
    if (present && Buffer.compare(present.bytes, bytes) !== 0) {
      throw new BackupRefused(`The storage has another file ${path}, and a restore never overwrites.`);
    }
    if (!present) await files?.put({ companyId, key }, bytes, contentType ?? '');
  };
  return {
    /** @throws BackupRefused where the storage has another file at this address */
    async load(name: string, bytes: Buffer): Promise<void> {
      const path = name.slice('files/'.length);
      if (path.endsWith(typeSuffix)) {
        contentType = bytes.toString('utf8');
        return;
      }
      await put(path, bytes);
      count += 1;
      total += bytes.length;
    },
    finish: () => ({ count, bytes: total }),
  };
}
