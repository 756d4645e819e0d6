import { findFeature, findLayer, findRoom, isTestFile, layers } from '../rooms.ts';
import type { Finding, Import, SourceFile } from '../source-file.ts';

const sideOf = (path: string) => path.split('/')[0];

/** Tests compose what they like of their own side; they only may not look through the wall between the sides. */
function findTestFault(path: string, target: string): string | undefined {
  const sides = [sideOf(path), sideOf(target)].toSorted().join(' ');
  return sides === 'server web' ? 'web and server never import each other' : undefined;
}

function findLayerFault(path: string, target: string, isTypeOnly: boolean): string | undefined {
  const [from, to] = [findLayer(path), findLayer(target)];
  // A presenter turns the rows of a repository into an answer, so it knows their types.
  if (from === 'presenter' && to === 'repository' && isTypeOnly) return undefined;
  if (!path.startsWith('server/') || layers[from]?.includes(to)) {
    return undefined;
  }
  return `a ${from} file may not import a ${to} file: routes → service → repository, service → policy`;
}

function findRoomFault(path: string, target: string, isTypeOnly: boolean): string | undefined {
  const [from, to] = [findRoom(path), findRoom(target)];
  if (!from || !to) {
    return undefined;
  }
  const feature = findFeature(path);
  if (feature && feature === findFeature(target)) {
    return findLayerFault(path, target, isTypeOnly);
  }
  if (feature && findFeature(target)) {
    return 'features never import each other';
  }
  if (from === to || from.mayImport.includes(to.name)) {
    return undefined;
  }
  if (from.mayImportTypesOf?.includes(to.name)) {
    return isTypeOnly ? undefined : `${from.name} may import only types of ${to.name}`;
  }
  return `${from.name} may not import ${to.name}`;
}

function findFault({ path }: SourceFile, { target, isTypeOnly }: Import): string | undefined {
  if (target === undefined) {
    return undefined;
  }
  if (isTestFile(path)) {
    return findTestFault(path, target);
  }
  if (isTestFile(target)) {
    return 'only tests may import tests and what they stand on';
  }
  return findRoomFault(path, target, isTypeOnly);
}

/** Packages that would bring a forbidden part of the system into a room. */
const forbiddenPackages: readonly { readonly from: RegExp; readonly specifier: RegExp; readonly message: string }[] = [
  {
    from: /^web\/ui\//,
    specifier: /^@tanstack\/react-router$|^@tanstack\/react-query$|^@orpc\//,
    message: 'web/ui knows neither router nor API',
  },
  {
    from: /^web\//,
    specifier: /^node:|^(?:pg|hono|drizzle-orm|better-auth)(?:\/|$)/,
    message: 'the web can not use server packages',
  },
  {
    from: /^server\//,
    specifier: /^(?:react|react-dom|@mantine)(?:\/|$)/,
    message: 'the server can not use web packages',
  },
  {
    from: /^contract\//,
    specifier: /^(?!zod(?:\/|$)|@orpc\/contract$|@orpc\/zod(?:\/|$))/,
    message: 'the contract uses the schema and contract libraries only',
  },
];

function findPackageFault({ path }: SourceFile, { specifier, target }: Import): string | undefined {
  if (target !== undefined || isTestFile(path)) {
    return undefined;
  }
  return forbiddenPackages.find((rule) => rule.from.test(path) && rule.specifier.test(specifier))?.message;
}

/** Every import follows the arrows of ARCHITECTURE.md; every file belongs to a room. */
export function checkArrows(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    const homeless = findRoom(file.path) || isTestFile(file.path) ? [] : ['belongs to no room of ARCHITECTURE.md'];
    const faults = file.imports.flatMap((each) => {
      const fault = findFault(file, each) ?? findPackageFault(file, each);
      return fault ? [{ line: each.line, message: `${each.specifier}: ${fault}` }] : [];
    });
    return [...homeless.map((message) => ({ line: 1, message })), ...faults].map(({ line, message }) => ({
      path: file.path,
      line,
      severity: 'error' as const,
      message,
    }));
  });
}
