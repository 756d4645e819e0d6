import type { Finding, SourceFile } from '../source-file.ts';

const FORBIDDEN_FOLDER = /(?:^|\/)(?<folder>utils?|helpers?|common|misc|core|shared)\//;
const BARREL = /(?:^|\/)index\.(?:tsx?|mjs)$/;
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/;

function findNameFaults(path: string): string[] {
  const folder = FORBIDDEN_FOLDER.exec(path)?.groups?.folder;
  const notKebabCase = path.split('/').find((part) => !KEBAB_CASE.test(part));
  return [
    ...(folder ? [`a folder named "${folder}" says nothing about what is in it`] : []),
    ...(BARREL.test(path) ? ['no barrels: import from the file that declares it'] : []),
    ...(notKebabCase ? [`"${notKebabCase}" is not kebab-case`] : []),
  ];
}

/** Folders and files are named for what they hold, in kebab-case, and no file only passes others on. */
export function checkNames(files: readonly SourceFile[]): Finding[] {
  return files.flatMap(({ path }) =>
    findNameFaults(path).map((message) => ({ path, line: 1, severity: 'error' as const, message })),
  );
}
