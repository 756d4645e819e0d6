import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { fromRoot } from '../setup/paths.mjs';
import type { LockedPackages } from './packages.ts';
import type { Platform } from './shipped.ts';

const run = promisify(execFile);
const outputLimit = 64 * 1024 * 1024;

/** Runs the npm that runs this program, else the one of PATH, and answers its standard output. */
export async function runNpm(args: readonly string[], cwd: string): Promise<string> {
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env;
  const [command, ...before] = basename(npm) === 'npm-cli.js' ? [node, npm] : ['npm'];
  // A checkout with its development packages is no reason to list or fetch them.
  const { stdout } = await run(command, [...before, ...args], { cwd, maxBuffer: outputLimit });
  return stdout;
}

/**
 * Fetches the production packages of package-lock.json for another machine, too. npm compares each with the sum in the
 * lockfile. No script of a package is run: those of another platform could not.
 */
export async function fetchPackages(platform: Platform, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    await copyFile(fromRoot(name), join(folder, name));
  const [os, cpu] = platform.split('-');
  const target = [`--os=${os}`, `--cpu=${cpu}`, '--libc=glibc'];
  await runNpm(
    ['ci', '--omit=dev', '--include=optional', '--ignore-scripts', '--prefer-offline', '--loglevel=error', ...target],
    folder,
  );
}

/** Reads the packages of package-lock.json. */
export async function readLocked(): Promise<LockedPackages> {
  const { packages } = JSON.parse(await readFile(fromRoot('package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  return packages;
}
