import { Visitor } from 'vite';
import { findRefused, splitName, type Refused } from '../glossary.ts';
import { isAllowed } from '../glossary-exceptions.ts';
import type { Finding, SourceFile, TextFile } from '../source-file.ts';

interface Name {
  readonly text: string;
  readonly start: number;
}

type Pattern = { readonly type: string; readonly start: number } & Record<string, unknown>;

/** The names that a binding pattern declares: an identifier, or those of its elements. */
function listBound(pattern: Pattern | null | undefined): Name[] {
  if (!pattern) return [];
  if (pattern.type === 'Identifier') return [{ text: String(pattern.name), start: pattern.start }];
  const children = [pattern.left, pattern.argument, pattern.value, pattern.parameter].filter(Boolean) as Pattern[];
  const elements = [pattern.elements, pattern.properties].filter(Array.isArray).flat() as Pattern[];
  return [...children, ...elements].flatMap(listBound);
}

/** The names that a file declares; names that it only uses belong to libraries or are checked at their declaration. */
function listDeclared({ program }: SourceFile): Name[] {
  const names: Name[] = [];
  const add = (node: unknown) => names.push(...listBound(node as Pattern));
  const addFunction = ({ id, params }: { id?: unknown; params: readonly unknown[] }) => [id, ...params].forEach(add);
  const addId = ({ id }: { id: unknown }) => add(id);
  const addKey = ({ key }: { key: unknown }) => add(key);
  new Visitor({
    VariableDeclarator: addId,
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    ArrowFunctionExpression: addFunction,
    ClassDeclaration: addId,
    TSInterfaceDeclaration: addId,
    TSTypeAliasDeclaration: addId,
    TSPropertySignature: addKey,
    TSMethodSignature: addKey,
    PropertyDefinition: addKey,
    MethodDefinition: addKey,
  }).visit(program);
  return names;
}

type Call = { readonly callee: Pattern; readonly arguments: readonly Pattern[] };

/** `test`, `test.each`, `test.each([…])`. */
function findCallee(callee: Pattern): string | undefined {
  const inner = (callee.object ?? callee.callee) as Pattern | undefined;
  return inner ? findCallee(inner) : (callee.name as string | undefined);
}

/** The names of tests and of their groups. */
function listTestNames({ program }: SourceFile): Name[] {
  const names: Name[] = [];
  const visitor = new Visitor({
    CallExpression(node) {
      const { callee, arguments: given } = node as unknown as Call;
      const [first] = given;
      const isTest = ['test', 'it', 'describe', 'journey'].includes(findCallee(callee) ?? '');
      if (isTest && typeof first?.value === 'string') names.push({ text: first.value, start: first.start });
    },
  });
  visitor.visit(program);
  return names;
}

const describe = (text: string, { words, instead }: Refused) =>
  `"${text.trim().split('\n', 1)[0]}": the glossary says "${instead}", not "${words.join(' ')}"`;

function checkFile(file: SourceFile, glossary: readonly Refused[]): Finding[] {
  const { path, comments } = file;
  const check = (text: string, terms: readonly Refused[], findLine: () => number) => {
    const refused = findRefused(splitName(text), terms);
    if (!refused || isAllowed(path, text, refused)) return [];
    return [{ path, line: findLine(), message: describe(text, refused) }];
  };
  const inComments = glossary.filter(({ isForNamesOnly }) => !isForNamesOnly);
  return [
    ...check(path, glossary, () => 1),
    ...listDeclared(file).flatMap(({ text, start }) => check(text, glossary, () => file.lineAt(start))),
    ...comments.flatMap(({ text, line }) => check(text, inComments, () => line)),
    ...listTestNames(file).flatMap(({ text, start }) => check(text, inComments, () => file.lineAt(start))),
  ];
}

/** Names, comments and the names of tests use the words of the glossary. */
export const checkGlossary = (files: readonly SourceFile[], glossary: readonly Refused[]): Finding[] =>
  files.flatMap((file) => checkFile(file, glossary));

/** Splits a line into names and comment in SQL; elsewhere all of it is prose. */
function splitLine(path: string, line: string): { names: string; prose: string } {
  if (!path.endsWith('.sql')) return { names: '', prose: line };
  const [names = '', ...comment] = line.split('--');
  return { names, prose: comment.join(' ') };
}

/** The glossary of CONTRIBUTING.md lists the refused words itself. */
const withoutGlossary = (text: string) =>
  text.replace(/^## Glossary$[^]*?(?=^## )/m, (section) => section.replaceAll(/[^\n]/g, ''));

/** The same for tables, columns, constraints and comments of the migrations, and for the prose of documents. */
export function checkTexts(texts: readonly TextFile[], glossary: readonly Refused[]): Finding[] {
  const inProse = glossary.filter(({ isForNamesOnly }) => !isForNamesOnly);
  return texts.flatMap(({ path, text }) =>
    withoutGlossary(text)
      .split('\n')
      .flatMap((line, index) => {
        const { names, prose } = splitLine(path, line);
        const refused = findRefused(splitName(names), glossary) ?? findRefused(splitName(prose), inProse);
        if (!refused || isAllowed(path, line.trim(), refused)) return [];
        return [{ path, line: index + 1, message: describe(line, refused) }];
      }),
  );
}
