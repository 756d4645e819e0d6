import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { withSetupLock } from './lock.mjs';
import { rootDir } from './paths.mjs';
import { runCommand } from './run-command.mjs';

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], optionalDependencies?: Record<string, string> }} LockedPackage */
/** @typedef {Record<string, LockedPackage>} LockedPackages */

/**
 * Packages to install: those of the lockfile in `folder`; `includesDev` for the ones that only checks and tests need.
 *
 * @typedef {{ folder: string, includesDev: boolean }} Installation
 */

/** @param {Installation} installation */
const toLockfile = ({ folder }) => join(folder, 'package-lock.json');

/** Inside node_modules, so that the stamp disappears with what it vouches for. @param {Installation} installation */
const toStampFile = ({ folder, includesDev }) =>
  join(folder, 'node_modules', '.cache', 'setup', includesDev ? 'installed-all' : 'installed');

/** @param {Installation} installation */
function createStamp(installation) {
  const hash = createHash('sha256')
    .update(readFileSync(toLockfile(installation)))
    .digest('hex');
  return `${hash} ${process.platform}-${process.arch}`;
}

/** @param {string} path */
const parsePackages = (path) => /** @type {LockedPackages} */ (JSON.parse(readFileSync(path, 'utf8')).packages);

/** @param {LockedPackage} locked */
const isForThisMachine = ({ os, cpu }) =>
  (os === undefined || os.includes(process.platform)) && (cpu === undefined || cpu.includes(process.arch));

/**
 * Whether the packages npm recorded as installed match the lockfile. An optional package may be absent, unless the
 * project names it itself (its runtime, its database) and it is made for this machine.
 *
 * @param {LockedPackages} wanted
 * @param {LockedPackages} installed
 * @param {boolean} includesDev
 */
function isSatisfied(wanted, installed, includesDev) {
  const ownOptional = Object.keys(wanted['']?.optionalDependencies ?? {}).map((name) => `node_modules/${name}`);
  return Object.entries(wanted).every(([path, locked]) => {
    if (path === '' || (locked.dev === true && !includesDev)) {
      return true;
    }
    const found = installed[path];
    if (found) {
      return found.version === locked.version;
    }
    return locked.optional === true && !(ownOptional.includes(path) && isForThisMachine(locked));
  });
}

/** @param {Installation} installation */
function isInstalled(installation) {
  const installedLockfile = join(installation.folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLockfile)) {
    return false;
  }
  const stampFile = toStampFile(installation);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === createStamp(installation)) {
    return true;
  }
  const wanted = parsePackages(toLockfile(installation));
  if (!isSatisfied(wanted, parsePackages(installedLockfile), installation.includesDev)) {
    return false;
  }
  writeStamp(installation);
  return true;
}

/** @param {Installation} installation */
function writeStamp(installation) {
  mkdirSync(join(installation.folder, 'node_modules', '.cache', 'setup'), { recursive: true });
  writeFileSync(toStampFile(installation), createStamp(installation));
}

/** @param {Installation} installation */
function getInstallCommand({ folder, includesDev }) {
  // `npm ci` empties node_modules first: the development packages are added by `npm install`, because a portal may
  // be running from what a first start installed.
  const isAddingDev = includesDev && isInstalled({ folder, includesDev: false });
  const args = isAddingDev ? ['install', '--no-save'] : ['ci'];
  args.push('--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', '--include=optional');
  args.push(includesDev ? '--include=dev' : '--omit=dev');
  const npm = process.env.npm_execpath;
  if (npm && basename(npm) === 'npm-cli.js') {
    // The Node that runs npm, not the one inside node_modules, which the install is about to replace.
    return { command: process.env.npm_node_execpath ?? process.execPath, args: [npm, ...args] };
  }
  return { command: 'npm', args };
}

/**
 * Installs exactly what a lockfile names, when it is not there yet.
 *
 * @param {Partial<Installation>} [options] by default everything of the project
 */
export async function ensureDependencies({ folder = rootDir, includesDev = true } = {}) {
  const installation = { folder, includesDev };
  if (isInstalled(installation)) {
    return;
  }
  await withSetupLock(async () => {
    if (isInstalled(installation)) {
      return;
    }
    console.log('Installing dependencies …');
    const { command, args } = getInstallCommand(installation);
    // Without an address in the lockfile npm asks the registry about each package anew, unless it prefers its cache.
    const isDone = (await runCommand(command, [...args, '--prefer-offline'])) === 0;
    if (!isDone && (await runCommand(command, args)) !== 0) {
      throw new Error(`The dependencies could not be installed: npm ${args[0]} failed.`);
    }
    writeStamp(installation);
  });
}
