import { readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { bundleStarter } from '#server/lib/command-line.ts';
import { fromRoot } from '../setup/paths.mjs';
import type { Entry } from './archive.ts';
import { renderThirdParty } from './third-party.ts';
import { listNamed, listWithNeeds } from './packages.ts';
import { writePaper, type Shipped } from './papers.ts';
import type { Source } from './parts.ts';
import { renderSbom } from './sbom.ts';
import { isPaper, isShippedFile, isShippedOfPackage } from './shipped.ts';

const listOfParts = 'sbom.cdx.json';
const licenceTexts = 'THIRD-PARTY-NOTICES.txt';
/** Files of a bundle that also stand beside it in the folder of a release. */
export const besideBundle = [listOfParts, licenceTexts];

/** Lists all that a bundle or an image holds, with the list of its parts and the notices of their licences. */
export async function listContents(source: Source): Promise<Entry[]> {
  const { kind, platform, files, locked, packagesIn, pages, commit } = source;
  const shipped = files.filter((path) => isShippedFile(path, kind));
  const code = shipped.filter((path) => /\.(?:ts|mjs)$/.test(path));
  // One after the other: a build of the image may have no more than 1,024 open files.
  const texts = code.map((path) => readFileSync(fromRoot(path), 'utf8'));
  const named = listNamed(locked, texts, kind);
  const places = listWithNeeds(locked, named, platform);
  const parts = { places, inPages: pages.places.filter((place) => !places.includes(place)) };
  const own = await Promise.all(shipped.map((path) => listOwn(path, { kind, shipped })));
  const packed = await Promise.all(places.map((place) => listPackage(packagesIn, place)));
  const built = (await listFiles(pages.folder)).map((path): Entry => ({
    path: `dist/web/${path}`,
    file: join(pages.folder, path),
  }));
  return [
    ...own,
    ...packed.flat(),
    ...built,
    ...(commit === null ? [] : [{ path: 'commit.txt', text: `${commit}\n` }]),
    { path: listOfParts, text: await renderSbom(source, parts) },
    { path: licenceTexts, text: await renderThirdParty(source, parts) },
    ...(kind === 'bundle' ? listStarters() : []),
  ];
}

async function listOwn(
  path: string,
  { kind, shipped }: Pick<Source, 'kind'> & { readonly shipped: readonly string[] },
) {
  const file = fromRoot(path);
  return kind === 'bundle' && isPaper(path) ? { path, text: await readPaper(path, shipped) } : { path, file };
}

/** A paper in the words of a bundle. */
export async function readPaper(path: string, files: readonly string[]): Promise<string> {
  const { scripts } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8')) as Pick<Shipped, 'scripts'>;
  return writePaper(path, await readFile(fromRoot(path), 'utf8'), { files, scripts });
}

const listStarters = (): Entry[] => [
  { path: 'steward', file: fromRoot('tools/release/bundle/steward'), isProgram: true },
  { path: bundleStarter, file: fromRoot('tools/release/bundle/steward.mjs') },
];

/** Paths of all files below a folder, from it. Links are left out. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      posix.join(
        ...join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .split(/[/\\]/),
      ),
    )
    .toSorted();
}

/** The shipped files of one installed package, without the packages in it, which have places of their own. */
async function listPackage(root: string, place: string): Promise<Entry[]> {
  const folder = join(root, place);
  const own = (await listFiles(folder)).filter(
    (path) => !path.startsWith('node_modules/') && isShippedOfPackage(`${place.slice('node_modules/'.length)}/${path}`),
  );
  const entries = await Promise.all(
    own.map(async (path): Promise<Entry> => {
      const file = join(folder, path);
      return { path: `${place}/${path}`, file, isProgram: ((await stat(file)).mode & 0o100) !== 0 };
    }),
  );
  return [...entries, ...(await listLinks(folder, place))];
}

type Link = { readonly source: string; readonly target: string };

/** Links of a package with PostgreSQL, which its script makes elsewhere: the folder of a bundle may be read-only. */
async function listLinks(folder: string, place: string): Promise<Entry[]> {
  const text = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  return (JSON.parse(text) as Link[]).map(({ source, target }) => ({
    path: `${place}/${target}`,
    link: posix.relative(posix.dirname(target), source),
  }));
}
