import type { LockedPackages } from './packages.ts';
import type { Kind, Platform } from './shipped.ts';

/** All that a bundle or an image is made of. */
export interface Source {
  readonly kind: Kind;
  readonly platform: Platform;
  readonly version: string;
  /** Forty hexadecimal digits; null where it is not known. */
  readonly commit: string | null;
  /** The time of the commit, in milliseconds. */
  readonly time: number | undefined;
  /** Paths of the repository's files. */
  readonly files: readonly string[];
  readonly locked: LockedPackages;
  /** The folder with the node_modules of the platform. */
  readonly packagesIn: string;
  /** The folder of the built pages, and the places of the packages in them. */
  readonly pages: { readonly folder: string; readonly places: readonly string[] };
}

/** Places of shipped packages: those in node_modules, and those that were built into the pages. */
export interface Parts {
  readonly places: readonly string[];
  readonly inPages: readonly string[];
}

export interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly [more: string]: unknown;
}
