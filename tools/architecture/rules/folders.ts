import { posix } from 'node:path';
import type { Finding, SourceFile } from '../source-file.ts';

const forbiddenFolder = /(?:^|\/)(?<folder>utils?|helpers?|common|misc|core|shared)\//;
const kebabCase = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const mostFiles = 30;

function findNameFaults(path: string): string[] {
  const folder = forbiddenFolder.exec(path)?.groups?.folder;
  const notKebabCase = path
    .split('/')
    .slice(0, -1)
    .find((part) => !kebabCase.test(part));
  return [
    ...(folder ? [`a folder named "${folder}" does not describe its content`] : []),
    ...(notKebabCase ? [`"${notKebabCase}" is not kebab-case`] : []),
    ...(/(?:^|\/)index\.(?:tsx?|mjs)$/.test(path) ? ['no barrels: import from the file that declares it'] : []),
  ];
}

/** Folders are named for their content, in kebab-case, and have at most 30 files; barrels are refused. */
export function checkFolders(files: readonly SourceFile[]): Finding[] {
  const byFolder = Map.groupBy(files, ({ path }) => posix.dirname(path));
  const crowded = [...byFolder].filter(([, inside]) => inside.length > mostFiles);
  return [
    ...files.flatMap(({ path }) => findNameFaults(path).map((message) => ({ path, line: 1, message }))),
    ...crowded.map(([folder, { length }]) => ({
      path: folder,
      line: 1,
      message: `${length} files, at most ${mostFiles}: sort them into folders that name what they hold`,
    })),
  ];
}
