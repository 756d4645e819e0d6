import { withCompanySnapshot, type CompanySnapshot } from '../../../database/copy/snapshot.ts';
import { fileExtensions, writeTarArchive, type AddEntry, type Entry } from '../../../lib/tar-archive.ts';
import type { FileAddress, FileStore } from '../../../outside/files/files.ts';
import { toCheckpointAddress } from '../../../records/audit-chain/checkpoint-file.ts';
import { tableFacts } from '../../../database/tables/tables.ts';
import { notIncluded } from './not-included.ts';

export interface ArchiveSource {
  readonly ownerUrl: string;
  readonly files: Pick<FileStore, 'find'>;
  readonly company: { readonly id: string; readonly name: string };
  readonly requestedBy: string;
  readonly now: Date;
}

export interface ArchiveAmounts {
  readonly bytes: number;
  readonly rows: number;
  readonly files: number;
}

/**
 * Writes all rows of a company as of one moment and its files into a tar archive, compressed with gzip, whose last entry is
 * the manifest. Holds a chunk of rows or one file, and one part of the archive, in memory.
 * @param takePart takes the archive in parts of `partBytes`, the last one shorter; their bytes change once it resolves
 */
export async function writeCompanyArchive(
  source: ArchiveSource,
  partBytes: number,
  takePart: (bytes: Buffer) => Promise<void>,
): Promise<ArchiveAmounts> {
  let bytes = 0;
  const amounts = await writeTarArchive(
    source.now,
    (add) => writeEntries(source, add),
    async (chunks) => {
      for await (const part of toParts(chunks, partBytes)) {
        bytes += part.length;
        await takePart(part);
      }
    },
  );
  return { ...amounts, bytes };
}

/**
 * Every part lies in the same buffer: small buffers that are kept until a part is full grow old, and V8 leaves tens of
 * megabytes of old ones waiting for its next full collection.
 */
async function* toParts(chunks: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafeSlow(partBytes);
  let length = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.copy(part, length, at);
      at += taken;
      length += taken;
      if (length < partBytes) continue;
      yield part;
      length = 0;
    }
  }
  if (length > 0) yield part.subarray(0, length);
}

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
    const { withheld = {} } = tableFacts[name] ?? {};
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
