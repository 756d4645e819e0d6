// Starts a command of package.json. It is JavaScript for any Node.js, so that one that is too old, or a clone without packages,
// leads to one line that says what to do, and no stack.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const oldestMajor = 24;
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** @returns {string | undefined} why the program can not run here */
function findHindrance() {
  if (!existsSync(resolve(root, 'node_modules/zod/package.json'))) {
    return 'The packages are not installed: run "npm ci --omit=dev" in this folder first (npm start does it too).';
  }
  if (Number(process.versions.node.split('.')[0]) < oldestMajor) {
    return `Node.js ${oldestMajor} or newer is needed, and this is ${process.version}: run it by "npm run", which takes the one of the packages.`;
  }
  return undefined;
}

const hindrance = findHindrance();
if (hindrance === undefined) {
  const [program = ''] = process.argv.splice(2, 1);
  try {
    await import(pathToFileURL(resolve(root, program)).href);
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(
      `A package is missing: run "npm ci --omit=dev" in this folder (${message.split('\n', 1)[0]}).\n`,
    );
    process.exitCode = 1;
  }
} else {
  process.stderr.write(`${hindrance}\n`);
  process.exitCode = 1;
}
