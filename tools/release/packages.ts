import { posix } from 'node:path';
import { isCarried, type Kind, type Platform } from './shipped.ts';

export interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}
/** By the place of installation, such as `node_modules/a/node_modules/b`; the project itself is ''. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

const folder = 'node_modules/';

/** The name of a package by its place. */
export const toName = (place: string): string => place.slice(place.lastIndexOf(folder) + folder.length);

const isFor = (words: readonly string[] | undefined, word: string) => words === undefined || words.includes(word);

/** Whether npm installs it on a platform, whose C library is always glibc. */
function isForPlatform({ os, cpu, libc }: LockedPackage, platform: Platform): boolean {
  const [ownOs = '', ownCpu = ''] = platform.split('-');
  return isFor(os, ownOs) && isFor(cpu, ownCpu) && isFor(libc, 'glibc');
}

/** Packages that a package needs: its own, those that it takes if they are there, and those that it expects beside it. */
function listNeeds({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockedPackage) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...peers];
}

/** The place from which a package at `place` is given `name`, as Node.js looks for it: its own folder, then upwards. */
function resolve(locked: LockedPackages, place: string, name: string): string | undefined {
  for (let above = place; ; above = posix.dirname(above)) {
    const candidate = posix.join(above, folder, name);
    if (!above.endsWith('node_modules') && locked[candidate]) return candidate;
    if (above === '' || above === '.') return undefined;
  }
}

/** Places of the named packages and of all that they need on a platform, sorted. */
export function listWithNeeds(locked: LockedPackages, names: readonly string[], platform: Platform): string[] {
  const found = new Set<string>();
  const visit = (place: string, name: string) => {
    const next = resolve(locked, place, name);
    const entry = next === undefined ? undefined : locked[next];
    if (next === undefined || !entry || found.has(next) || !isForPlatform(entry, platform)) return;
    found.add(next);
    for (const need of listNeeds(entry)) visit(next, need);
  };
  for (const name of names) visit('', name);
  return [...found].toSorted();
}

/**
 * Packages of package.json that the shipped files name: as a module, or as a folder of node_modules. A type alone counts too: a
 * package too many does no harm, and one too few does.
 */
export function listNamed(locked: LockedPackages, sources: readonly string[], kind: Kind): string[] {
  const { dependencies, optionalDependencies } = locked[''] ?? {};
  const words = new Set(
    sources.flatMap((source) => [...source.matchAll(/['"`/]((?:@[\w.-]+\/)?[\w.-]+)/g)].map(([, name]) => name)),
  );
  const named = Object.keys(dependencies ?? {}).filter((name) => words.has(name));
  const carried = Object.keys(optionalDependencies ?? {}).filter(isCarried);
  return kind === 'bundle' ? [...named, ...carried] : named;
}
