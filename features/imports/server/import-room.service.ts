import { importChunkBytes, maxWaitingBytes } from '#features/imports/contract/log-imports.ts';
import type { Database } from '#server/database/open-database.ts';
import { hasRoom, type FileDisk } from '#server/lib/disk-room.ts';
import { Problem } from '#server/lib/request/problem.ts';
import { isEstablishedCompany } from '#server/records/established-company.ts';
import type { CompanyTransaction } from '#server/sql/sql.ts';
import { sumKeptBytes } from './log-imports.repository.ts';

declare module '../../../server/portal/portal.ts' {
  interface Portal {
    readonly fileDisk: FileDisk;
  }
}

/** Share for imports of the disk's free bytes and those they have stored: the rest stays for what assistants report. */
const shareOfDisk = 0.5;
const retryAfterSeconds = 600;

/**
 * @param kept bytes of the company's files that wait already
 * @throws Problem `imports.too-much`
 */
export async function allowBytes(
  tx: CompanyTransaction,
  { bytes, kept, now }: { readonly bytes: number; readonly kept: number; readonly now: Date },
): Promise<void> {
  const { isEstablished } = await isEstablishedCompany(tx, { now });
  if (kept + bytes > (isEstablished ? maxWaitingBytes.established : maxWaitingBytes.new))
    throw new Problem('imports.too-much');
}

/**
 * Whether a file that is announced now has room beside those of all companies.
 * @throws Problem `imports.no-room`
 */
export async function allowFile(database: Database, disk: FileDisk, bytes: number): Promise<void> {
  const free = await disk.readFree();
  if (free === Infinity) return;
  const chunkBytes = importChunkBytes;
  const { announced, stored } = await database.inSystem('imports.room', (tx) => sumKeptBytes(tx, { chunkBytes }));
  if (announced + bytes > (free + stored) * shareOfDisk) throw noRoom();
}

/**
 * Whether the next part of a file leaves the disk its room, because others have stored something since it was announced.
 * @throws Problem `imports.no-room`
 */
export async function allowPart(disk: FileDisk, bytes: number): Promise<void> {
  if (!(await hasRoom(disk, bytes))) throw noRoom();
}

const noRoom = () => new Problem('imports.no-room', { retryAfterSeconds });
