import { join, resolve } from 'node:path';

/** The folder of package.json, whatever folder a command was started in. */
export const rootDir = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');

/** @param {string[]} parts */
export const fromRoot = (...parts) => join(rootDir, ...parts);
