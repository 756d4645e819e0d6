import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Absolute paths of all modules that declare statements, apart from tests. */
const statementModules = globSync('{server,domain,features}/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts') && !path.includes('testing/'))
  .map((path) => join(root, path))
  .filter((path) => / from '[^']*[#/]sql\/statement\.ts'/.test(readFileSync(path, 'utf8')));

/** Imports every module that declares statements, so that all of them are declared. @returns how many modules */
export async function declareAllStatements(): Promise<number> {
  await Promise.all(statementModules.map((path) => import(path)));
  return statementModules.length;
}
