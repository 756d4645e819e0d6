import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, copyFile, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker, type TarHeader } from 'modern-tar';

/** A file of what is shipped, by its path there: a copy of another file, a text, or a link to a path beside it. */
export type Entry = { readonly path: string; readonly isProgram?: boolean } & (
  | { readonly file: string }
  | { readonly text: string }
  | { readonly link: string }
);

const byPath = (one: Entry, other: Entry) => (one.path < other.path ? -1 : 1);
const toMode = (isProgram: boolean | undefined) => (isProgram === true ? 0o755 : 0o644);

/** Owner and group of all files, so that the same entries are the same bytes on every machine. */
const owner = { uid: 0, gid: 0, uname: 'root', gname: 'root' };

/**
 * Packs entries below one folder into a compressed archive: sorted, of one time and one owner, so that the same entries make
 * the same bytes.
 * @param time that of each entry, in milliseconds
 */
export async function packEntries(
  entries: readonly Entry[],
  target: { readonly file: string; readonly folder: string; readonly time: number },
): Promise<void> {
  const { readable, controller } = createTarPacker();
  const header = (path: string, rest: Pick<TarHeader, 'type' | 'size' | 'mode'> & Partial<TarHeader>) => ({
    ...owner,
    mtime: new Date(target.time),
    name: posix.join(target.folder, path),
    ...rest,
  });
  const addAll = async () => {
    for (const folder of listFolders(entries)) {
      await controller.add(header(`${folder}/`, { type: 'directory', size: 0, mode: 0o755 })).close();
    }
    for (const entry of entries.toSorted(byPath)) {
      if ('link' in entry) {
        await controller
          .add(header(entry.path, { type: 'symlink', size: 0, mode: 0o777, linkname: entry.link }))
          .close();
        continue;
      }
      const bytes = 'text' in entry ? Buffer.from(entry.text) : undefined;
      const size = bytes?.length ?? ('file' in entry ? (await stat(entry.file)).size : 0);
      const body = controller.add(header(entry.path, { type: 'file', size, mode: toMode(entry.isProgram) }));
      const source = 'file' in entry ? createReadStream(entry.file) : Readable.from([bytes]);
      if (size === 0) await body.close();
      else await Readable.toWeb(source).pipeTo(body);
    }
    controller.finalize();
  };
  const packed = pipeline(
    Readable.fromWeb(readable as never),
    createGzip({ level: 9 }),
    createWriteStream(target.file),
  );
  await Promise.all([packed, addAll()]);
}

/** All folders above entries, each before those in it. */
function listFolders(entries: readonly Entry[]): string[] {
  const folders = new Set(['.']);
  for (const { path } of entries) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder);
  }
  return [...folders].toSorted();
}

/** Writes entries into a folder. */
export async function writeEntries(entries: readonly Entry[], folder: string): Promise<void> {
  for (const entry of entries) {
    const path = join(folder, entry.path);
    await mkdir(dirname(path), { recursive: true });
    if ('link' in entry) await symlink(entry.link, path);
    else if ('text' in entry) await writeFile(path, entry.text);
    else await copyFile(entry.file, path);
    if (!('link' in entry)) await chmod(path, toMode(entry.isProgram));
  }
}
