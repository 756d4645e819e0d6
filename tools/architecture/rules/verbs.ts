import { Visitor, type ESTree } from 'vite';
import { splitName, type Verb } from '../glossary.ts';
import { sideOf } from '../rooms.ts';
import type { Finding, SourceFile } from '../source-file.ts';

type Init = ESTree.VariableDeclarator['init'];

const hasVerbs = (path: string) => sideOf(path) === 'server' && /\.(?:service|repository)\.ts$/.test(path);

/** An arrow function, or a statement that is one: `statement.list({…})`. */
const isFunction = (init: Init) =>
  init?.type === 'ArrowFunctionExpression' ||
  (init?.type === 'CallExpression' &&
    init.callee.type === 'MemberExpression' &&
    init.callee.object.type === 'Identifier' &&
    /^(?:statement|systemStatement)$/.test(init.callee.object.name));

/** The names of exported functions, as declarations or as constants. */
function listExportedFunctions({ program }: SourceFile): { name: string; start: number }[] {
  const found: { name: string; start: number }[] = [];
  new Visitor({
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type === 'FunctionDeclaration' && declaration.id) {
        found.push({ name: declaration.id.name, start: declaration.start });
      }
      if (declaration?.type !== 'VariableDeclaration') return;
      for (const { id, init } of declaration.declarations) {
        if (id.type === 'Identifier' && isFunction(init)) found.push({ name: id.name, start: id.start });
      }
    },
  }).visit(program);
  return found;
}

/** Routes, services and repositories name one step by one verb. */
export function checkVerbs(files: readonly SourceFile[], verbs: readonly Verb[]): Finding[] {
  return files
    .filter(({ path }) => hasVerbs(path))
    .flatMap((file) =>
      listExportedFunctions(file).flatMap(({ name, start }) => {
        const [first = ''] = splitName(name);
        const verb = verbs.find(({ refused }) => refused.includes(first));
        if (!verb) return [];
        const message = `"${name}": the glossary says "${verb.verb}", not "${first}"`;
        return [{ path: file.path, line: file.lineAt(start), message }];
      }),
    );
}
