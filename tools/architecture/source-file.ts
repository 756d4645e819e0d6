import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** An import, export-from, `import()` or `import('…').Type` of a file. */
export interface Import {
  readonly specifier: string;
  /** Path inside the project; undefined for packages. */
  readonly target: string | undefined;
  readonly names: readonly string[];
  readonly isTypeOnly: boolean;
  readonly line: number;
}

export interface SourceFile {
  readonly path: string;
  readonly imports: readonly Import[];
  readonly comments: readonly { readonly text: string; readonly line: number }[];
  readonly program: ReturnType<typeof parseSync>['program'];
  lineAt(offset: number): number;
}

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** A migration, a document or a CSS module. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

type Named = { readonly importName: { readonly name: string | null }; readonly isType: boolean };

/** Path inside the project that an import names; undefined for packages. */
export function resolveTarget(path: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return bare.slice(1);
  return bare.startsWith('.') ? posix.join(posix.dirname(path), bare) : undefined;
}

function findImportTypes(program: SourceFile['program']) {
  const found: { specifier: string; start: number; isTypeOnly: boolean; entries: Named[] }[] = [];
  new Visitor({
    TSImportType: (node) => {
      found.push({ specifier: node.source.value, start: node.start, isTypeOnly: true, entries: [] });
    },
    ImportExpression: (node) => {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string') {
        found.push({ specifier: node.source.value, start: node.start, isTypeOnly: false, entries: [] });
      }
    },
  }).visit(program);
  return found;
}

function findImports(parsed: ReturnType<typeof parseSync>) {
  const isTypeOnly = (entries: readonly Named[]) => entries.length > 0 && entries.every((entry) => entry.isType);
  const fromImports = parsed.module.staticImports.map(({ moduleRequest, entries, start }) => ({
    specifier: moduleRequest.value,
    start,
    entries: entries as Named[],
    isTypeOnly: isTypeOnly(entries as Named[]),
  }));
  const fromExports = parsed.module.staticExports.flatMap(({ entries, start }) => {
    const specifier = entries.find((entry) => entry.moduleRequest)?.moduleRequest?.value;
    const named = entries as Named[];
    return specifier ? [{ specifier, start, entries: named, isTypeOnly: isTypeOnly(named) }] : [];
  });
  return [...fromImports, ...fromExports, ...findImportTypes(parsed.program)];
}

/** @throws SyntaxError */
export function parseSource(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  const [error] = parsed.errors;
  if (error) {
    throw new SyntaxError(`${path}: ${error.message}`);
  }
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  return {
    path,
    program: parsed.program,
    lineAt,
    comments: parsed.comments.map(({ value, start }) => ({ text: value, line: lineAt(start) })),
    imports: findImports(parsed).map(({ specifier, start, entries, isTypeOnly }) => ({
      specifier,
      target: resolveTarget(path, specifier),
      names: entries.flatMap(({ importName }) => importName.name ?? []),
      isTypeOnly,
      line: lineAt(start),
    })),
  };
}

const sourceFolders = 'contract domain features server demo-assistant web harness e2e tools bench verify'.split(' ');

/** Parses all scripts of the project under `root`. */
export function readSourceFiles(root: string): SourceFile[] {
  const names = readdirSync(root, { withFileTypes: true }).map((entry) => entry.name);
  const atRoot = names.filter((name) => /\.(?:ts|mjs)$/.test(name));
  const inFolders = sourceFolders
    .filter((folder) => names.includes(folder))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.(?:tsx?|mjs)$/.test(path) && !path.includes('/node_modules/'));
  return [...atRoot, ...inFolders].map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
}

function listFiles(root: string, folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: folder !== '', encoding: 'utf8' });
  return names.map((name) => posix.join(folder, name));
}

/** Reads the migrations, documents and CSS modules of the project under `root`. */
export const readTextFiles = (root: string): TextFile[] =>
  ['', 'docs', 'server/database/migrations', 'features', 'web', 'bench', 'verify']
    .flatMap((folder) => listFiles(root, folder))
    .filter((path) => /\.(?:sql|md|module\.css)$/.test(path) && !path.includes('node_modules/'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
