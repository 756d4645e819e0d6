import { crc32 } from 'node:zlib';

/** Reads the stored files of a ZIP archive by the list at its end, as programs do. */
export function readZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [sum, length, nameLength] = [
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + length);
    if (archive.readUInt32LE(local) !== 0x04034b50 || crc32(bytes) !== sum) throw new Error(`${name} is broken`);
    files.set(name, bytes);
    at += 46 + nameLength;
  }
  if (at !== end) throw new Error('the list does not end where the archive ends');
  return files;
}
