import { Visitor } from 'vite';
import { splitName } from '../glossary.ts';
import type { Verb } from '../glossary.ts';
import type { Finding, SourceFile } from '../source-file.ts';

const hasVerbs = (path: string) => /^server\/.*\.(?:routes|service|repository)\.ts$/.test(path);

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
        if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') {
          found.push({ name: id.name, start: id.start });
        }
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
