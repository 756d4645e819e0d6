import { readFileSync } from 'node:fs';
import { parseAst, type Plugin, type Rollup } from 'vite';

/** The module that names every page of the shell with its address. */
const routesFile = 'web/app/routes/page-routes.ts';
/** Every other address, whose page is in the first file. */
const notFound = '$';
const shellFile = /\/web\/app\/shell\/shell\.tsx$/;

/**
 * Writes `page-code.json`: by address of a page, the scripts and style sheets that it needs beside those of index.html.
 * The server names them in the page (`server/http/pages/page-code.ts`), so that a browser does not learn of them first when the
 * portal's script has run.
 */
export function listPageCode(): Plugin {
  const modules = new Map<string, string>();
  return {
    name: 'page-code',
    apply: 'build',
    async buildStart() {
      for (const [address, module] of readPages(readFileSync(routesFile, 'utf8'))) {
        const resolved = await this.resolve(module, routesFile);
        if (!resolved) throw new Error(`${routesFile}: ${module} is not found.`);
        modules.set(address, resolved.id);
      }
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const first = listFiles(
        chunks.filter(({ isEntry }) => isEntry),
        bundle,
      );
      const findWith = (test: (module: string) => boolean) => chunks.filter(({ moduleIds }) => moduleIds.some(test));
      const shell = listFiles(
        findWith((module) => shellFile.test(module)),
        bundle,
      );
      const pages = [...modules].map(([address, module]) => {
        const files = listFiles(
          findWith((id) => id === module),
          bundle,
        );
        return [address, [...new Set([...shell, ...files])].filter((file) => !first.has(file))] as const;
      });
      this.emitFile({ type: 'asset', fileName: 'page-code.json', source: JSON.stringify(Object.fromEntries(pages)) });
    },
  };
}

/** The files of chunks and of all that they import at once. */
function listFiles(chunks: readonly Rollup.OutputChunk[], bundle: Rollup.OutputBundle): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Rollup.OutputChunk) => {
    if (files.has(`/${chunk.fileName}`)) return;
    files.add(`/${chunk.fileName}`);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(`/${style}`);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') add(imported);
    }
  };
  for (const chunk of chunks) add(chunk);
  return files;
}

type SyntaxNode = Readonly<Record<string, unknown>> & { readonly type: string };

/** Each address of a page with the module that it imports when it is opened. */
function readPages(source: string): [address: string, module: string][] {
  const nodes = [...children(parseAst(source, { lang: 'ts' }))].flatMap((program) => [...walk(program)]);
  const named = new Map(
    nodes.flatMap((node) =>
      node.type === 'VariableDeclarator' ? [[readName(node.id), findImport(node)] as const] : [],
    ),
  );
  return nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || readName(node.callee) !== 'page') return [];
    const [address, component] = [...children(node.arguments)];
    const module = component && (findImport(component) ?? named.get(readName(component)));
    if (address?.value === notFound) return [];
    if (!module) throw new Error(`${routesFile}: no import of the page ${String(address?.value)} is found.`);
    return [[String(address?.value), module]];
  });
}

function* children(value: unknown): Generator<SyntaxNode> {
  for (const each of Array.isArray(value) ? value : [value])
    if (typeof each === 'object' && each !== null && 'type' in each) yield each as SyntaxNode;
}

function* walk(node: SyntaxNode): Generator<SyntaxNode> {
  yield node;
  for (const value of Object.values(node)) for (const child of children(value)) yield* walk(child);
}

function findImport(node: SyntaxNode): string | undefined {
  for (const { type, source } of walk(node))
    if (type === 'ImportExpression') return String((source as { value: unknown }).value);
  return undefined;
}

const readName = (node: unknown) => (node as { name?: string } | undefined)?.name;
