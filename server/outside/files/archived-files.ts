import { randomUUID } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { toArchived } from '../../lib/archived-file.ts';
import { getStoragePath, type FileStore } from './files.ts';

const noCompany = '00000000-0000-0000-0000-000000000000';

/** A store that leaves a copy of each file for the archive, before anything can name it; a deletion leaves the copy. */
export async function keepForArchive(store: FileStore, waiting: string): Promise<FileStore> {
  await mkdir(waiting, { recursive: true, mode: 0o700 });
  return {
    ...store,
    async put(address, bytes, contentType) {
      // The storage is tried by it.
      if (address.companyId === noCompany) return store.put(address, bytes, contentType);
      const name = `${getStoragePath(address, contentType).replace('/', '.')}.${Date.now()}`;
      const draft = join(waiting, `.${randomUUID()}`);
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(toArchived(bytes, contentType));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, join(waiting, name));
      await store.put(address, bytes, contentType);
    },
  };
}
