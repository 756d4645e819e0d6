import { spawn, spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fromRoot, rootDir } from './paths.mjs';

const OLDEST_NODE_MAJOR = 24;

/** @param {string} path */
function canRun(path) {
  if (!existsSync(path)) {
    return false;
  }
  return realpathSync(path) === realpathSync(process.execPath) || spawnSync(path, ['--version']).status === 0;
}

/**
 * The Node.js the product runs on: the one the lockfile carries, or this one where that cannot run and this one is
 * new enough.
 */
export function getRuntimePath() {
  const carried = fromRoot('node_modules', '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (canRun(carried)) {
    return carried;
  }
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE_MAJOR) {
    return process.execPath;
  }
  throw new Error(
    `Node.js ${OLDEST_NODE_MAJOR} or newer is needed: this is ${process.version}, and the one in node_modules cannot run on this machine.`,
  );
}

/**
 * The environment in which every command finds the project's own tools and runtime first. Compiled code is kept
 * between starts: without it each start strips the types of every file again, which takes time and memory.
 */
export function getRuntimeEnvironment() {
  return {
    NODE_COMPILE_CACHE: fromRoot('node_modules', '.cache', 'compiled'),
    ...process.env,
    PATH: `${fromRoot('node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  };
}

/** @param {string} runtime @param {string[]} args */
function runAsChild(runtime, args) {
  const child = spawn(runtime, args, {
    cwd: rootDir,
    env: getRuntimeEnvironment(),
    stdio: 'inherit',
    // Its own process group: otherwise Ctrl-C reaches it twice, once from the terminal and once from here.
    detached: process.platform !== 'win32',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    } else {
      process.exitCode = code ?? 1;
    }
  });
}

/**
 * Goes on as the product's runtime: this process becomes it where Node.js can do that, so that signals, exit code
 * and memory are the program's own; otherwise it runs as a child and both are passed through.
 *
 * @param {string[]} args
 */
export function continueAs(args) {
  const runtime = getRuntimePath();
  process.chdir(rootDir);
  if (process.platform !== 'win32' && typeof process.execve === 'function') {
    process.execve(runtime, [runtime, ...args], /** @type {Record<string, string>} */ (getRuntimeEnvironment()));
  }
  runAsChild(runtime, args);
}
