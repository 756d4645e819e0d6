import { findFeature, findLayer, findRoom, isTestFile, layers, sideOf } from '../rooms.ts';
import type { Finding, Import, SourceFile } from '../source-file.ts';

/** Tests import from every room of their side. */
function findTestFault(path: string, target: string): string | undefined {
  const sides = [path, target].map((each) => sideOf(each) ?? '').toSorted();
  return sides.join(' ').trim() === 'server web' ? 'web and server never import each other' : undefined;
}

function findLayerFault(path: string, target: string, isTypeOnly: boolean): string | undefined {
  const [from, to] = [findLayer(path), findLayer(target)];
  // A presenter turns rows into an answer, so it needs the row types of the repository.
  if (['presenter', 'policy', 'plain'].includes(from) && to === 'repository' && isTypeOnly) return undefined;
  if (sideOf(path) !== 'server' || layers[from]?.includes(to)) return undefined;
  return `a file of ${from} may not import one of ${to}: operations → service → repository, service → policy`;
}

function findRoomFault(path: string, target: string, isTypeOnly: boolean): string | undefined {
  const [from, to] = [findRoom(path), findRoom(target)];
  if (!from || !to) return undefined;
  const feature = findFeature(path);
  if (feature && feature === findFeature(target)) return findLayerFault(path, target, isTypeOnly);
  if (feature && findFeature(target))
    return 'features never import each other, nor their pages their server: contracts and what is below them';
  if (from === to || from.imports.includes(to)) return undefined;
  if (!from.importsTypesOf.includes(to)) return `${from.name} may not import ${to.name}`;
  return isTypeOnly ? undefined : `${from.name} may import only types of ${to.name}`;
}

const packagesOfContract = /^(?:jsvat$|zod(?:\/|$)|@orpc\/(?:contract|zod)$)/;

function findPackageFault(path: string, specifier: string): string | undefined {
  if (findRoom(path)?.name !== 'contract' || isTestFile(path) || packagesOfContract.test(specifier)) return undefined;
  return 'the contract uses the schema and contract libraries only';
}

function findFault({ path }: SourceFile, { specifier, target, isTypeOnly }: Import): string | undefined {
  if (target === undefined) return findPackageFault(path, specifier);
  if (isTestFile(path)) return findTestFault(path, target);
  // The measurements use the test kit too.
  if (isTestFile(target))
    return /^(?:bench|verify)\//.test(path) ? undefined : 'only tests may import tests and the test kit';
  return findRoomFault(path, target, isTypeOnly);
}

/** Every import follows the arrows of ARCHITECTURE.md; every file belongs to a room. */
export function checkArrows(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    const { path } = file;
    const faults = file.imports.flatMap((each) => {
      const fault = findFault(file, each);
      return fault ? [{ path, line: each.line, message: `${each.specifier}: ${fault}` }] : [];
    });
    const hasRoom = findRoom(path) !== undefined || isTestFile(path);
    return hasRoom ? faults : [{ path, line: 1, message: 'belongs to no room of ARCHITECTURE.md' }, ...faults];
  });
}
