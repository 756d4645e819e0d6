import { Visitor } from 'vite';
import { isTestFile } from '../rooms.ts';
import type { Finding, SourceFile } from '../source-file.ts';
import { systemCallers } from '../system-callers.ts';

type Report = (offset: number, message: string) => void;

const mayReadEnvironment = (path: string) =>
  path === 'server/config/config.ts' || !/^(?:server|web|contract)\//.test(path);

const mayHoldSql = (path: string) =>
  !path.startsWith('server/') ||
  /^server\/(?:sql|database|access|records|ledger)\//.test(path) ||
  /\.(?:repository|sql)\.ts$/.test(path) ||
  isTestFile(path);

const mayCallSystem = (path: string) =>
  path.startsWith('server/database/') ||
  isTestFile(path) ||
  systemCallers.some((caller) => (caller.path.endsWith('/') ? path.startsWith(caller.path) : path === caller.path));

const forbiddenEnvironment = 'process.env is read in server/config/config.ts alone';
const forbiddenSql = 'SQL lives in repositories and server/database';
const forbiddenSystem =
  'withSystem is for what has no company yet: its callers are listed in tools/architecture/system-callers.ts';

function checkImports({ path, imports }: SourceFile): Finding[] {
  return imports.flatMap(({ specifier, names, isTypeOnly, line }) => {
    const readsEnvironment =
      /^(?:node:)?process$/.test(specifier) && names.includes('env') && !mayReadEnvironment(path);
    const holdsSql = !isTypeOnly && /^(?:drizzle-orm|pg)(?:\/|$)/.test(specifier) && !mayHoldSql(path);
    const callsSystem = names.includes('withSystem') && !mayCallSystem(path);
    const messages = [
      ...(readsEnvironment ? [forbiddenEnvironment] : []),
      ...(holdsSql ? [forbiddenSql] : []),
      ...(callsSystem ? [forbiddenSystem] : []),
    ];
    return messages.map((message) => ({ path, line, severity: 'error' as const, message }));
  });
}

const isQueryMethod = (name: string) => name === 'query' || name === 'execute';

function visitExpressions({ path, program }: SourceFile, report: Report): void {
  new Visitor({
    TSAnyKeyword: ({ start }) => report(start, '`any` switches the type check off: say `unknown` and narrow it'),
    MemberExpression: ({ start, object, property }) => {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') {
        return;
      }
      if (object.name === 'process' && property.name === 'env' && !mayReadEnvironment(path)) {
        report(start, forbiddenEnvironment);
      }
      if (property.name === 'withSystem' && !mayCallSystem(path)) {
        report(start, forbiddenSystem);
      }
    },
    TaggedTemplateExpression: ({ start, tag }) => {
      if (tag.type === 'Identifier' && tag.name === 'sql' && !mayHoldSql(path)) {
        report(start, forbiddenSql);
      }
    },
    CallExpression: ({ start, callee }) => {
      const isQuery =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        isQueryMethod(callee.property.name);
      if (isQuery && !mayHoldSql(path)) {
        report(start, forbiddenSql);
      }
    },
  }).visit(program);
}

/** Environment, SQL, the system role and `any` stay where they belong. */
export function checkExpressions(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) => {
    const findings = checkImports(file);
    visitExpressions(file, (offset, message) => {
      findings.push({ path: file.path, line: file.lineAt(offset), severity: 'error', message });
    });
    return findings;
  });
}
