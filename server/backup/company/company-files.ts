import type { FileStore } from '../../outside/files/files.ts';
import { readArchive } from '../format/archive-reader.ts';
import { BackupRefused } from '../format/backup-refused.ts';
import type { Decryption } from '../format/encryption.ts';
import { createFileLoader } from '../format/file-loader.ts';

interface Source {
  readonly path: string;
  readonly decryption: Decryption;
  readonly files: Pick<FileStore, 'find' | 'put'>;
}

/**
 * Stores the files of a company that its rows name, and reads each back.
 * @returns how many, and those that the backup does not have
 */
export async function loadCompanyFiles(
  { path, decryption, files }: Source,
  addresses: readonly Address[],
): Promise<{ count: number; missing: string[] }> {
  const left = new Set(addresses.map(({ companyId, key }) => `files/${companyId}/${key}`));
  if (left.size === 0) return { count: 0, missing: [] };
  const loader = createFileLoader(files);
  for await (const { name, bytes } of readArchive(path, decryption)) {
    const file = name.replace(/\.type$/, '');
    if (!left.has(file)) continue;
    await loader.load(name, bytes);
    if (file !== name) continue;
    left.delete(name);
    const [, companyId = '', key = ''] = name.split('/');
    const stored = await files.find({ companyId, key });
    if (!stored || Buffer.compare(stored.bytes, bytes) !== 0) {
      throw new BackupRefused(`The storage does not answer ${name} as it was stored: nothing was restored.`);
    }
    if (left.size === 0) break;
  }
  return { count: loader.finish().count, missing: [...left].map((name) => name.slice('files/'.length)) };
}

interface Address {
  readonly companyId: string;
  readonly key: string;
}

/** Deletes those of the files that no row names, as `listNamed` answers. */
export async function deleteUnnamedFiles(
  files: Pick<FileStore, 'delete'>,
  addresses: readonly Address[],
  listNamed: () => Promise<readonly Address[]>,
): Promise<void> {
  const named = new Set((await listNamed()).map(({ key }) => key));
  for (const address of addresses) if (!named.has(address.key)) await files.delete(address);
}
