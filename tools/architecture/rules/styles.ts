import { Visitor } from 'vite';
import { resolveTarget, type Finding, type SourceFile, type TextFile } from '../source-file.ts';

interface Use {
  /** Undefined where the name of the class is computed. */
  readonly name: string | undefined;
  readonly start: number;
}

/** The classes of a CSS module, with the line of each. */
function listClasses(text: string): Map<string, number> {
  const classes = new Map<string, number>();
  const blank = (part: string) => part.replaceAll(/[^\n]/g, ' ');
  const selectors = text
    .replaceAll(/\/\*[^]*?\*\//g, blank)
    .replaceAll(/:global\([^)]*\)/g, blank)
    .replaceAll(/(?<=[;{}]|^)[^;{}]*;/g, blank);
  selectors.split('\n').forEach((line, index) => {
    for (const [, name = ''] of line.matchAll(/\.([a-z][\w-]*)/gi)) {
      if (!classes.has(name)) classes.set(name, index + 1);
    }
  });
  return classes;
}

/** Lists the uses of each CSS module that a file imports. */
function listUses({ path, program }: SourceFile): Map<string, Use[]> {
  const modules = new Map<string, Use[]>();
  const byLocalName = new Map<string, Use[]>();
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      const [specifier] = specifiers;
      if (!source.value.endsWith('.module.css') || !specifier) return;
      const uses: Use[] = [];
      modules.set(resolveTarget(path, source.value) ?? '', uses);
      byLocalName.set(specifier.local.name, uses);
    },
    MemberExpression({ object, property, computed, start }) {
      if (object.type !== 'Identifier') return;
      const isName = !computed && property.type === 'Identifier';
      byLocalName.get(object.name)?.push({ name: isName ? property.name : undefined, start });
    },
  }).visit(program);
  return modules;
}

/** A class that a component uses exists in its CSS module, which is there, and a component uses each class. */
export function checkStyles(files: readonly SourceFile[], texts: readonly TextFile[]): Finding[] {
  const importers = files.map((file) => ({ file, modules: listUses(file) }));
  const sheets = texts.filter(({ path }) => path.endsWith('.module.css'));
  const paths = new Set(sheets.map(({ path }) => path));
  const lost = importers.flatMap(({ file, modules }) =>
    [...modules.keys()]
      .filter((path) => !paths.has(path))
      .map((path) => ({ path: file.path, line: 1, message: `there is no style sheet ${path}` })),
  );
  return lost.concat(
    sheets.flatMap(({ path, text }) => {
      const classes = listClasses(text);
      const uses = importers.flatMap(({ file, modules }) =>
        (modules.get(path) ?? []).map(({ name, start }) => ({ file, name, start })),
      );
      const used = new Set(uses.map(({ name }) => name));
      const missing = uses.filter(({ name }) => name !== undefined && !classes.has(name));
      const unused = [...classes].filter(([name]) => !used.has(name) && !used.has(undefined));
      return [
        ...missing.map(({ file, name, start }) => ({
          path: file.path,
          line: file.lineAt(start),
          message: `${path} has no class "${name}"`,
        })),
        ...unused.map(([name, line]) => ({ path, line, message: `no component uses the class "${name}"` })),
      ];
    }),
  );
}
