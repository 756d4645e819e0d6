import { withSnapshot, type Snapshot, type TableAmounts } from '../../database/copy/snapshot.ts';
import type { FileAddress, FileStore } from '../../outside/files/files.ts';
import type { ArchiveWriter } from '../format/archive-writer.ts';
import { manifestEntry, summaryEntry, type Manifest, type Summary } from '../format/manifest.ts';

interface BackupSource {
  readonly ownerUrl: string;
  readonly files: Pick<FileStore, 'find'>;
  /** The name of the present key. */
  readonly secretsKey: string;
  /** Names of the keys that sealed values need; by default the present one. */
  readonly sealedBy?: readonly string[];
  readonly now: Date;
}

/** Writes every row of one moment, and every file that those rows name. */
export async function writeBackup(archive: ArchiveWriter, source: BackupSource): Promise<Summary> {
  const { secretsKey, sealedBy = [secretsKey], now } = source;
  const [tables, addresses] = await withSnapshot(source.ownerUrl, async (snapshot) => {
    const manifest: Manifest = { format: 1, madeAt: now.toISOString(), secretsKey, sealedBy, ...snapshot.contents };
    await archive.add(manifestEntry, toJson(manifest));
    return [await writeTables(archive, snapshot), await snapshot.listFiles()] as const;
  });
  const summary = { tables, ...(await writeFiles(archive, source.files, addresses)) };
  await archive.add(summaryEntry, toJson(summary));
  return summary;
}

async function writeTables(archive: ArchiveWriter, { contents, readTable }: Snapshot): Promise<TableAmounts> {
  const amounts: TableAmounts = {};
  for (const table of contents.tables) {
    let number = 0;
    amounts[table.name] = await readTable(table, (bytes) => {
      number += 1;
      return archive.add(`tables/${table.name}/${String(number).padStart(6, '0')}.copy`, bytes);
    });
  }
  return amounts;
}

async function writeFiles(
  archive: ArchiveWriter,
  files: Pick<FileStore, 'find'>,
  addresses: readonly FileAddress[],
): Promise<Pick<Summary, 'files' | 'missingFiles'>> {
  const missingFiles: string[] = [];
  let [count, bytes] = [0, 0];
  for (const address of addresses) {
    const path = `${address.companyId}/${address.key}`;
    const file = await files.find(address);
    if (!file) {
      missingFiles.push(path);
      continue;
    }
    await archive.add(`files/${path}.type`, Buffer.from(file.contentType));
    await archive.add(`files/${path}`, file.bytes);
    count += 1;
    bytes += file.bytes.length;
  }
  return { files: { count, bytes }, missingFiles };
}

const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`);
