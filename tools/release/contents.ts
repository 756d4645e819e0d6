import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fromRoot } from '../setup/paths.mjs';
import type { Entry } from './archive.ts';
import { renderThirdParty } from './third-party.ts';
import { listNamed, listWithNeeds } from './packages.ts';
import type { Source } from './parts.ts';
import { renderSbom } from './sbom.ts';
import { isShippedFile, isShippedOfPackage } from './shipped.ts';

/** Lists all that a bundle or an image holds, with the list of its parts and the notices of their licences. */
export async function listContents(source: Source): Promise<Entry[]> {
  const { kind, platform, files, locked, packagesIn, pages, commit } = source;
  const shipped = files.filter((path) => isShippedFile(path, kind));
  const code = shipped.filter((path) => /\.(?:ts|mjs)$/.test(path));
  const named = listNamed(locked, await Promise.all(code.map((path) => readFile(fromRoot(path), 'utf8'))), kind);
  const places = listWithNeeds(locked, named, platform);
  const parts = { places, inPages: pages.places.filter((place) => !places.includes(place)) };
  const own = shipped.map((path): Entry => ({ path, file: fromRoot(path) }));
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
    { path: 'sbom.cdx.json', text: await renderSbom(source, parts) },
    { path: 'THIRD-PARTY-NOTICES.txt', text: await renderThirdParty(source, parts) },
    ...(kind === 'bundle' ? listStarters() : []),
  ];
}

const listStarters = (): Entry[] => [
  { path: 'steward', file: fromRoot('tools/release/bundle/steward'), isProgram: true },
  { path: 'steward.mjs', file: fromRoot('tools/release/bundle/steward.mjs') },
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
