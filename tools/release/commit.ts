import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { fromRoot, rootDir } from '../setup/paths.mjs';
import { ReleaseRefused } from './sums.ts';

const run = promisify(execFile);

const git = async (...args: string[]) =>
  (await run('git', args, { cwd: rootDir, maxBuffer: 64 * 1024 * 1024 })).stdout.trimEnd();

/** The commit that is released. */
export interface Commit {
  readonly version: string;
  readonly commit: string;
  /** In milliseconds. */
  readonly time: number;
  readonly files: readonly string[];
}

/** @throws ReleaseRefused where the folder differs from its commit, or the changelog is of another version */
export async function readCommit(): Promise<Commit> {
  const changed = await git('status', '--porcelain');
  if (changed !== '') {
    throw new ReleaseRefused(`The folder differs from its commit: commit or put away what is changed.\n${changed}`);
  }
  const { version } = JSON.parse(await readFile(fromRoot('package.json'), 'utf8')) as { version: string };
  const changelog = await readFile(fromRoot('CHANGELOG.md'), 'utf8');
  checkHeading(changelog, version);
  checkMigrations(changelog, await readdir(fromRoot('server/database/migrations')));
  const commit = await git('rev-parse', 'HEAD');
  const time = Number(await git('show', '-s', '--format=%ct', commit)) * 1000;
  const files = (await git('ls-files', '-z')).split('\0').filter(Boolean).toSorted();
  return { version, commit, time, files };
}

/** @throws ReleaseRefused where the first version of a changelog is another one */
export function checkHeading(changelog: string, version: string): void {
  const [, heading] = /^## (\S+)/m.exec(changelog) ?? [];
  if (heading !== version) {
    throw new ReleaseRefused(`The first heading of CHANGELOG.md is of ${heading}, and package.json says ${version}.`);
  }
}

/**
 * Migrations are named as `0017` or in a range such as `0013 to 0017`; one that ends at a later number than the last one is of the older
 * series.
 * @throws ReleaseRefused where a changelog leaves one out
 */
export function checkMigrations(changelog: string, files: readonly string[]): void {
  const numbers = files.flatMap((name) => (/^\d{4}_.*\.sql$/.test(name) ? Number(name.slice(0, 4)) : []));
  const ranges = [...changelog.matchAll(/\b(\d{4})(?: to (\d{4}))?\b/g)]
    .map(([, first, last = first]) => [Number(first), Number(last)] as const)
    .filter(([, last]) => last <= Math.max(...numbers));
  const left = numbers.filter((number) => !ranges.some(([first, last]) => first <= number && number <= last));
  if (left.length > 0) throw new ReleaseRefused(`CHANGELOG.md does not name the migrations ${left.join(', ')}.`);
}
