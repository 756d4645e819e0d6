import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromRoot, rootDir } from '../setup/paths.mjs';
import { writeEntries } from './archive.ts';
import { listContents, listFiles } from './contents.ts';
import { readLocked } from './npm.ts';
import { buildPages } from './pages.ts';
import type { Platform } from './shipped.ts';

/*
 * Builds the pages and writes what the image holds into the folder that is named. The Dockerfile runs it, where the packages of
 * its own platform are installed and no clone is: commit and time come from COMMIT and SOURCE_DATE_EPOCH (seconds).
 */
const notOfRepository = ['node_modules', 'dist', 'release', '.tmp', 'data'];

async function listRepository(): Promise<string[]> {
  const top = await readdir(rootDir, { withFileTypes: true });
  const kept = top.filter(({ name }) => !notOfRepository.includes(name));
  const folders = kept.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const below = await Promise.all(
    folders.map(async (name) => (await listFiles(fromRoot(name))).map((path) => `${name}/${path}`)),
  );
  return [...kept.filter((entry) => entry.isFile()).map(({ name }) => name), ...below.flat()].toSorted();
}

function toCommit(given = ''): string | null {
  if (given === '') return null;
  if (!/^[0-9a-f]{40}$/.test(given)) throw new Error('COMMIT must be the forty digits of a commit.');
  return given;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the image.');
const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8')) as { version: string };
const { VERSION: named, COMMIT: commit, SOURCE_DATE_EPOCH: seconds } = process.env;
// The label of the image would say another version than the portal in it.
if (named && named !== version) throw new Error(`VERSION is ${named}, and package.json says ${version}.`);
const pagesIn = join(fromRoot('.tmp'), 'image-pages');
const entries = await listContents({
  kind: 'image',
  platform: `${process.platform}-${process.arch}` as Platform,
  version,
  commit: toCommit(commit),
  time: seconds ? Number(seconds) * 1000 : undefined,
  files: await listRepository(),
  locked: await readLocked(),
  packagesIn: rootDir,
  pages: { folder: pagesIn, places: await buildPages(pagesIn) },
});
await writeEntries(entries, folder);
