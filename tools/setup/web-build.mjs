import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSetupLock } from './lock.mjs';
import { fromRoot } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { getRuntimePath } from './runtime.mjs';

const sources = [
  'web',
  'features',
  'contract',
  'tools/vite',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];
const stampFile = fromRoot('dist', 'web-source.sha256');

/** @param {string} path relative to the project @returns {string[]} */
function listFiles(path) {
  if (!existsSync(fromRoot(path))) {
    return [];
  }
  if (statSync(fromRoot(path)).isFile()) {
    return [path];
  }
  return readdirSync(fromRoot(path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listFiles(join(path, entry.name)) : [join(path, entry.name)],
  );
}

/** A fingerprint of everything the pages are made of; tests and the page of parts are not. */
function hashSources() {
  const hash = createHash('sha256');
  const files = sources
    .flatMap(listFiles)
    .filter((path) => !/\.test\.tsx?$|^web\/dev\/|^features\/[^/]+\/server\//.test(path));
  for (const path of files.toSorted()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(fromRoot(path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} sourceHash */
const isFresh = (sourceHash) =>
  existsSync(fromRoot('dist', 'web', 'index.html')) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === sourceHash;

/** Builds beside the old pages and swaps the folders, so that a running server is never left without files. */
async function buildAndSwap() {
  mkdirSync(fromRoot('dist'), { recursive: true });
  for (const leftover of readdirSync(fromRoot('dist')).filter((name) => /^web\.(?:next|old)$/.test(name))) {
    rmSync(fromRoot('dist', leftover), { recursive: true, force: true });
  }
  const vite = fromRoot('node_modules', 'vite', 'bin', 'vite.js');
  const code = await runCommand(getRuntimePath(), [vite, 'build', '--outDir', 'dist/web.next', '--logLevel', 'warn']);
  if (code !== 0) {
    throw new Error(`The web pages could not be built: vite ended with code ${code}.`);
  }
  rmSync(stampFile, { force: true });
  if (existsSync(fromRoot('dist', 'web'))) {
    renameSync(fromRoot('dist', 'web'), fromRoot('dist', 'web.old'));
  }
  renameSync(fromRoot('dist', 'web.next'), fromRoot('dist', 'web'));
  rmSync(fromRoot('dist', 'web.old'), { recursive: true, force: true });
}

/** Builds the web pages into dist/web, when their sources are newer than what lies there. */
export async function ensureWebBuild() {
  if (isFresh(hashSources())) {
    return;
  }
  await withSetupLock(async () => {
    const sourceHash = hashSources();
    if (isFresh(sourceHash)) {
      return;
    }
    console.log('Building the web pages …');
    await buildAndSwap();
    writeFileSync(stampFile, sourceHash);
  });
}
