import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { withSetupLock } from './lock.mjs';
import { fromRoot } from './paths.mjs';
import { runCommand } from './run-command.mjs';

/** @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[], optionalDependencies?: Record<string, string> }} LockedPackage */
/** @typedef {Record<string, LockedPackage>} LockedPackages */

const lockfile = fromRoot('package-lock.json');
const installedLockfile = fromRoot('node_modules', '.package-lock.json');
/** Lies inside node_modules, so that it disappears with what it vouches for. */
const stampFile = fromRoot('node_modules', '.cache', 'setup', 'installed');

function currentStamp() {
  const hash = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  return `${hash} ${process.platform}-${process.arch}`;
}

/** @param {string} path */
const readPackages = (path) => /** @type {LockedPackages} */ (JSON.parse(readFileSync(path, 'utf8')).packages);

/** @param {LockedPackage} locked */
const isForThisMachine = ({ os, cpu }) =>
  (os === undefined || os.includes(process.platform)) && (cpu === undefined || cpu.includes(process.arch));

/**
 * Whether what `npm` says it installed is what the lockfile asks for. An optional package may be absent, unless the
 * project names it itself (its runtime, its database) and it is made for this machine.
 *
 * @param {LockedPackages} wanted
 * @param {LockedPackages} installed
 */
export function isSatisfied(wanted, installed) {
  const ownOptional = Object.keys(wanted['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
  return Object.entries(wanted).every(([path, locked]) => {
    if (path === '') {
      return true;
    }
    const found = installed[path];
    if (found) {
      return found.version === locked.version;
    }
    return locked.optional === true && !(ownOptional.includes(path) && isForThisMachine(locked));
  });
}

function isInstalled() {
  if (!existsSync(installedLockfile)) {
    return false;
  }
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === currentStamp()) {
    return true;
  }
  if (!isSatisfied(readPackages(lockfile), readPackages(installedLockfile))) {
    return false;
  }
  writeStamp();
  return true;
}

function writeStamp() {
  mkdirSync(fromRoot('node_modules', '.cache', 'setup'), { recursive: true });
  writeFileSync(stampFile, currentStamp());
}

function installCommand() {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
  const npm = process.env.npm_execpath;
  if (npm && basename(npm) === 'npm-cli.js') {
    // The Node that runs npm, not the one inside node_modules, which the install is about to replace.
    return { command: process.env.npm_node_execpath ?? process.execPath, args: [npm, ...args] };
  }
  return { command: 'npm', args };
}

/** Installs exactly what the lockfile names, when it is not there yet. */
export async function ensureDependencies() {
  if (isInstalled()) {
    return;
  }
  await withSetupLock(async () => {
    if (isInstalled()) {
      return;
    }
    console.log('Installing dependencies …');
    const { command, args } = installCommand();
    const code = await runCommand(command, args);
    if (code !== 0) {
      throw new Error(`The dependencies could not be installed: npm ci ended with code ${code}.`);
    }
    writeStamp();
  });
}
