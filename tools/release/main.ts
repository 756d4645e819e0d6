import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fromRoot } from '../setup/paths.mjs';
import { packEntries } from './archive.ts';
import { readCommit, type Commit } from './commit.ts';
import { besideBundle, listContents, readPaper } from './contents.ts';
import { fetchPackages, readLocked } from './npm.ts';
import { buildPages } from './pages.ts';
import { platforms, toBundleName, type Platform } from './shipped.ts';
import { ReleaseRefused, readPrivateKey, writeSums } from './sums.ts';

const usage = `npm run release -- --key FILE | --unsigned [--to FOLDER] [--platform NAME …]
Makes the files of a release from the commit of this folder, in release/VERSION unless --to names another folder: a bundle for
each of ${platforms.join(', ')}, the list of its parts (SBOM), the notices of their licences, sums, and their signature.
  --key       the releaser's private key of Ed25519, a PEM file; RELEASE_KEY_FILE is the same
  --unsigned  makes no signature: release:verify refuses the folder
`;

function readArguments() {
  const { values } = parseArgs({
    options: {
      key: { type: 'string' },
      unsigned: { type: 'boolean', default: false },
      to: { type: 'string' },
      platform: { type: 'string', multiple: true, default: [...platforms] },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = values.platform.find((name) => !platforms.some((platform) => platform === name));
  if (unknown !== undefined) throw new ReleaseRefused(`There are no bundles for ${unknown}: ${platforms.join(', ')}.`);
  return { ...values, key: values.key ?? process.env['RELEASE_KEY_FILE'] };
}

async function release(): Promise<void> {
  const { help, unsigned, to, platform: chosen, key: keyFile } = readArguments();
  if (help) {
    process.stdout.write(usage);
    return;
  }
  if ((keyFile === undefined) !== unsigned)
    throw new ReleaseRefused(`Name a key by --key, or say --unsigned.\n${usage}`);
  const key = keyFile === undefined ? undefined : await readPrivateKey(keyFile);
  const commit = await readCommit();
  const folder = to ?? fromRoot('release', commit.version);
  const work = fromRoot('.tmp', 'release');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const pagesIn = join(work, 'web');
  const pages = { folder: pagesIn, places: await buildPages(pagesIn) };
  for (const platform of chosen as Platform[]) await makeBundle({ commit, platform, pages, work, folder });
  // Beside the bundles there is no other page that a link could lead to.
  await writeFile(join(folder, 'CHANGELOG.md'), await readPaper('CHANGELOG.md', []));
  await writeSums(folder, key);
  await rm(work, { recursive: true, force: true });
  process.stdout.write(`${folder} holds ${commit.version} of ${commit.commit}${key ? '' : ', without a signature'}.\n`);
}

interface Making {
  readonly commit: Commit;
  readonly platform: Platform;
  readonly pages: { readonly folder: string; readonly places: readonly string[] };
  readonly work: string;
  readonly folder: string;
}

/** Makes one bundle, with its list of parts and its notices beside it too. */
async function makeBundle({ commit, platform, pages, work, folder }: Making): Promise<void> {
  const packagesIn = join(work, platform);
  process.stdout.write(`Fetching the packages of ${platform} …\n`);
  await fetchPackages(platform, packagesIn);
  const entries = await listContents({
    ...commit,
    kind: 'bundle',
    platform,
    locked: await readLocked(),
    packagesIn,
    pages,
  });
  const name = toBundleName(commit.version, platform);
  await packEntries(entries, { file: join(folder, `${name}.tar.gz`), folder: name, time: commit.time });
  for (const entry of entries) {
    if (!('text' in entry) || !besideBundle.includes(entry.path)) continue;
    await writeFile(join(folder, `${name}.${entry.path}`), entry.text);
  }
}

try {
  await release();
} catch (error) {
  if (!(error instanceof ReleaseRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
