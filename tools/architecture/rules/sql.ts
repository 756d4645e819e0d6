import { Visitor } from 'vite';
import { isTestFile, sideOf } from '../rooms.ts';
import type { Finding, SourceFile } from '../source-file.ts';
import { systemCallers } from '../system-callers.ts';

type Report = (offset: number, message: string) => void;

const mayContainSql = (path: string) =>
  sideOf(path) !== 'server' ||
  /^server\/(?:sql|database|access|records)\//.test(path) ||
  /\.(?:repository|sql)\.ts$/.test(path) ||
  isTestFile(path);

const mayCallSystem = (path: string) =>
  path.startsWith('server/database/') ||
  isTestFile(path) ||
  systemCallers.some((caller) => (caller.path.endsWith('/') ? path.startsWith(caller.path) : path === caller.path));

const forbiddenSql = 'SQL belongs into repositories and the rooms of the database';
const forbiddenSystem = 'inSystem bypasses tenancy: its callers are listed in tools/architecture/system-callers.ts';

function checkImports({ path, imports }: SourceFile): Finding[] {
  return imports.flatMap(({ specifier, names, isTypeOnly, line }) => {
    const containsSql = !isTypeOnly && /^(?:drizzle-orm|kysely|pg)(?:\/|$)/.test(specifier) && !mayContainSql(path);
    const callsSystem = names.includes('inSystem') && !mayCallSystem(path);
    const messages = [...(containsSql ? [forbiddenSql] : []), ...(callsSystem ? [forbiddenSystem] : [])];
    return messages.map((message) => ({ path, line, message }));
  });
}

const isQueryMethod = (name: string) => name === 'query' || name === 'execute';

function visitExpressions({ path, program }: SourceFile, report: Report): void {
  new Visitor({
    MemberExpression: ({ start, property }) => {
      if (property.type === 'Identifier' && property.name === 'inSystem' && !mayCallSystem(path)) {
        report(start, forbiddenSystem);
      }
    },
    TaggedTemplateExpression: ({ start, tag }) => {
      const name = tag.type === 'MemberExpression' ? tag.property : tag;
      if (name.type === 'Identifier' && name.name === 'sql' && !mayContainSql(path)) report(start, forbiddenSql);
    },
    CallExpression: ({ start, callee }) => {
      const isQuery =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        isQueryMethod(callee.property.name);
      if (isQuery && !mayContainSql(path)) report(start, forbiddenSql);
    },
  }).visit(program);
}

/** SQL and transactions of the system role stay in the files that may contain them. */
export function checkSql(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    const findings = checkImports(file);
    visitExpressions(file, (offset, message) => {
      findings.push({ path: file.path, line: file.lineAt(offset), message });
    });
    return findings;
  });
}
