import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fromRoot } from '../setup/paths.mjs';
import { innerParts } from './inner-parts.ts';
import { toLicence } from './licences.ts';
import { toName } from './packages.ts';
import type { Parts, Source } from './parts.ts';

const licenceFile = /^(?:licen[cs]e|copying|notice|ofl|unlicense)/i;
const line = '='.repeat(80);

/** The text of a licence, without the line that its user fills in. */
async function readText(name: string): Promise<string> {
  const text = await readFile(fromRoot('tools/release/licence-texts', `${name}.txt`), 'utf8');
  return text.replace(/^.*Copyright .*<year>.*\n+/m, '').trim();
}

/** Renders what the licences of the shipped parts want to be said: each part with its licence and notice. */
export async function renderThirdParty({ packagesIn, locked, version }: Source, parts: Parts): Promise<string> {
  const places = [...parts.places, ...parts.inPages].toSorted();
  const blocks = await Promise.all(
    places.map(async (place) => {
      const name = toName(place);
      const licence = toLicence(name, locked[place]?.license) ?? '';
      const head = `${name} ${locked[place]?.version}\nLicence: ${licence}\nhttps://www.npmjs.com/package/${name}`;
      return [line, head, ...(await readLicences(join(packagesIn, place), licence)), ...(await readInner(name))].join(
        '\n\n',
      );
    }),
  );
  const first = `Steward ${version} is shipped with the following parts, each under its own licence.`;
  return `${[first, ...blocks].join('\n\n')}\n`;
}

/** The files of a package that say its licence; else who made it, and the text of the licence that it names. */
async function readLicences(folder: string, licence: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => licenceFile.test(name)).toSorted();
  if (names.length > 0) {
    return Promise.all(names.map(async (name) => (await readFile(join(folder, name), 'utf8')).trim()));
  }
  const { author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    author?: string | { name?: string };
  };
  const by = typeof author === 'string' ? author : author?.name;
  const copyright = by === undefined ? [] : [`Copyright (c) ${by}`];
  if (!licence.startsWith('LGPL')) return [...copyright, await readText(licence)];
  // Its page names the licence of each library in it.
  const page = await readFile(join(folder, 'README.md'), 'utf8');
  return [...copyright, page.trim(), await readText(licence)];
}

async function readInner(name: string): Promise<string[]> {
  const inner = Object.entries(innerParts).find(([prefix]) => name.startsWith(prefix))?.[1] ?? [];
  // What Node.js holds is said in its own file.
  if (inner.length < 2) return [];
  return Promise.all(inner.map(async (part) => `-- ${part.name} (${part.licence})\n\n${await readText(part.licence)}`));
}
