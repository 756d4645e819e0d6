import { crc32 } from 'node:zlib';

/** A file of an archive; its name has no folders. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const mostEntries = 0xff_ff;
/** The bound of an archive without the extension for large ones, which not every program opens. */
const mostBytes = 0xff_ff_ff_ff;
const version = 20;
/** Names are in UTF-8. */
const flags = 0x08_00;
const firstYear = 1980;

/** The clock of MS-DOS, in steps of two seconds; it knows no zone and begins in 1980. */
function toDosTime(at: Date): { readonly time: number; readonly day: number } {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const year = Math.max(at.getUTCFullYear() - firstYear, 0);
  return { time, day: (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate() };
}

/** The header before an entry, or the one of the directory at the end, which says where the entry begins. */
function writeHeader({ name, bytes }: ZipEntry, sum: number, madeAt: Date, offset?: number): Buffer {
  const label = Buffer.from(name);
  const { time, day } = toDosTime(madeAt);
  const isListed = offset !== undefined;
  const header = Buffer.alloc(isListed ? 46 : 30);
  header.writeUInt32LE(isListed ? 0x02_01_4b_50 : 0x04_03_4b_50, 0);
  let at = 4;
  const put16 = (value: number) => (at = header.writeUInt16LE(value, at));
  const put32 = (value: number) => (at = header.writeUInt32LE(value, at));
  if (isListed) put16(version);
  put16(version);
  put16(flags);
  // Stored as they are: PDFs are compressed, and XML is small.
  put16(0);
  put16(time);
  put16(day);
  put32(sum);
  put32(bytes.length);
  put32(bytes.length);
  put16(label.length);
  put16(0);
  // No comment, one disk, no attributes.
  if (isListed) for (const value of [0, 0, 0]) put16(value);
  if (isListed) for (const value of [0, offset]) put32(value);
  return Buffer.concat([header, label]);
}

/** The end of an archive: how many entries it has, and where their list stands. */
function writeEnd(count: number, listBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(listBytes, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/**
 * A ZIP archive as bytes for a download, which holds one entry in memory. Entries are stored, not compressed.
 * @throws Error where there are more entries or bytes than every program opens
 */
export async function* streamZipArchive(
  madeAt: Date,
  entries: AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const listed: Buffer[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const sum = crc32(entry.bytes);
    const header = writeHeader(entry, sum, madeAt);
    listed.push(writeHeader(entry, sum, madeAt, offset));
    offset += header.length + entry.bytes.length;
    if (listed.length > mostEntries || offset > mostBytes) throw new Error('too much for one ZIP archive');
    yield header;
    yield entry.bytes;
  }
  const list = Buffer.concat(listed);
  yield list;
  yield writeEnd(listed.length, list.length, offset);
}
