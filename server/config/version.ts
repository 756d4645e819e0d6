import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Version {
  /** The version in `package.json`, as in CHANGELOG.md. */
  readonly version: string;
  /** Forty hexadecimal digits; null for files that come neither from a clone nor from an image. */
  readonly commit: string | null;
}

const ownRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Reads version and commit from the program's folder, because neither a clone nor an image needs Git installed. */
export function readVersion(root: string = ownRoot): Version {
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string };
  return { version, commit: findCommit(root) };
}

/** Like `0.2.0 (1a2b3c4d5e6f)`. */
export const describeVersion = ({ version, commit }: Version): string =>
  commit === null ? version : `${version} (${commit.slice(0, 12)})`;

/** An image has the file `commit.txt`, a clone the folder `.git`, and a worktree of one a file with the name of that folder. */
function findCommit(root: string): string | null {
  const named = toCommit(readText(root, 'commit.txt'));
  if (named) return named;
  const pointer = readText(root, '.git')?.match(/^gitdir: (.+)$/m)?.[1];
  const folder = resolve(root, pointer ?? '.git');
  const head = readText(folder, 'HEAD');
  const branch = head?.match(/^ref: (.+)$/m)?.[1];
  if (branch === undefined) return toCommit(head);
  const common = resolve(folder, readText(folder, 'commondir')?.trim() ?? '.');
  const packed = readText(common, 'packed-refs')
    ?.split('\n')
    .find((line) => line.endsWith(` ${branch}`));
  return toCommit(readText(common, branch)) ?? toCommit(packed?.slice(0, 40));
}

const toCommit = (text: string | undefined) => text?.trim().match(/^[0-9a-f]{40}$/)?.[0] ?? null;

/** Undefined where there is no such file, or a folder instead. */
function readText(folder: string, name: string): string | undefined {
  try {
    return readFileSync(resolve(folder, name), 'utf8');
  } catch {
    return undefined;
  }
}
