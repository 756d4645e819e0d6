import { withCompanySnapshot, type CompanySnapshot } from '#server/database/copy/snapshot.ts';
import { fileExtensions, writeTarArchive, type AddEntry, type Entry } from '#server/lib/tar-archive.ts';
import type { FileAddress, FileStore } from '#server/outside/files/files.ts';
import { toCheckpointAddress } from '#server/records/audit-chain/checkpoint-file.ts';
import { tableFacts } from '#server/database/tables/tables.ts';
import { notIncluded } from './not-included.ts';

export interface ArchiveSource {
  readonly ownerUrl: string;
  readonly files: Pick<FileStore, 'find'>;
  readonly company: { readonly id: string; readonly name: string };
  readonly requestedBy: string;
  readonly now: Date;
}

export interface ArchiveAmounts {
  readonly rows: number;
  readonly files: number;
}

/**
 * Writes all rows of a company as of one moment and its files into a tar archive, compressed with gzip, whose last entry is
 * the manifest. Holds a chunk of rows or one file in memory.
 */
export const writeCompanyArchive = (
  source: ArchiveSource,
  take: (chunks: AsyncIterable<Buffer>) => Promise<void>,
): Promise<ArchiveAmounts> => writeTarArchive(source.now, (add) => writeEntries(source, add), take);

async function writeEntries(source: ArchiveSource, add: AddEntry) {
  const { company, requestedBy, now } = source;
  const { tables, addresses, schema } = await withCompanySnapshot(source.ownerUrl, company.id, async (snapshot) => ({
    tables: await writeTables(snapshot, add),
    addresses: await snapshot.listFiles(),
    schema: snapshot.migration,
  }));
  const { files, missingFiles } = await writeFiles(source, addresses, add);
  const manifest = {
    format: 1,
    company,
    madeAt: now.toISOString(),
    requestedBy,
    /** The last migration, which says what tables and columns mean. */
    schema,
    tables,
    files,
    /** Named by a row and not in the storage. */
    missingFiles,
    notIncluded,
  };
  await add('manifest.json', Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`));
  return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), files: files.length };
}

async function writeTables({ tables, readLines }: CompanySnapshot, add: AddEntry) {
  const written = [];
  for (const table of tables) {
    const name = table.name.replace(/^public\./, '');
    const { withheld = {}, isLeftOut = false } = tableFacts[name] ?? {};
    if (isLeftOut) continue;
    const columns = table.columns.filter((column) => !Object.hasOwn(withheld, column));
    const entries: Entry[] = [];
    const { rows } = await readLines(table, columns, async (bytes) => {
      entries.push(await add(`tables/${name}/${String(entries.length + 1).padStart(6, '0')}.jsonl`, bytes));
    });
    written.push({ name, rows, columns, withheld, entries });
  }
  return written;
}

async function writeFiles({ files: store, company }: ArchiveSource, addresses: readonly FileAddress[], add: AddEntry) {
  const files: (Entry & { readonly key: string; readonly contentType: string })[] = [];
  const missingFiles: string[] = [];
  const checkpoints = toCheckpointAddress(company.id);
  for (const address of [...addresses, checkpoints]) {
    const file = await store.find(address);
    const { key } = address;
    if (file) {
      const { bytes, contentType } = file;
      const name = address === checkpoints ? 'audit-checkpoints' : key;
      files.push({ ...(await add(`files/${name}${fileExtensions[contentType] ?? ''}`, bytes)), key, contentType });
    } else if (address !== checkpoints) missingFiles.push(key);
  }
  return { files, missingFiles };
}
