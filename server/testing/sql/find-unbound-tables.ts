import { parse } from 'libpg-query';

/** A node of PostgreSQL's own parse tree: an object with one key, the kind of the node. */
type Node = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;

/** The column that holds the company, by table. Tables that are missing here belong to no company. */
export type CompanyColumns = ReadonlyMap<string, string>;

interface Scope {
  /** The company column of each alias that stands for a company's table. */
  readonly tables: ReadonlyMap<string, string>;
  /** Pairs of columns that the conditions equate, as `alias.column`; `$` is the company parameter. */
  readonly equal: readonly (readonly [string, string])[];
}

const kinds = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'];

/**
 * The aliases of a statement that read or write a company's table without a condition that ties their company column to
 * the company parameter: directly, or through another table that is tied.
 * @param companyParameter the number of the parameter, or undefined where the statement has none
 */
export async function findUnboundTables(
  text: string,
  columns: CompanyColumns,
  companyParameter: number | undefined,
): Promise<string[]> {
  const stmts = wrapArms((await parse(text)) as Node);
  const unbound: string[] = [];
  const names = new Set(listCommonTables(stmts));
  const visit = (node: unknown, outer: readonly string[]) => {
    if (Array.isArray(node)) return node.forEach((each) => visit(each, outer));
    if (typeof node !== 'object' || node === null) return;
    for (const [kind, value] of Object.entries(node)) {
      if (!kinds.includes(kind)) {
        visit(value, outer);
        continue;
      }
      const fields = value as Fields;
      const scope = readScope(kind, fields, { columns, names, companyParameter });
      const bound = listBound(scope, outer);
      for (const [alias, column] of scope.tables) {
        if (!bound.includes(`${alias}.${column}`)) unbound.push(alias);
      }
      visit(Object.values(fields), bound);
    }
  };
  visit(stmts, ['$']);
  return unbound;
}

/** Wraps the arms of a union like every other query: the parser leaves their kind out. */
function wrapArms(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(wrapArms);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([name, value]) => {
    const isArm = /^[lr]arg$/.test(name) && typeof value === 'object' && value !== null && 'limitOption' in value;
    return [name, isArm ? { SelectStmt: wrapArms(value) } : wrapArms(value)];
  });
  return Object.fromEntries(entries);
}

function listCommonTables(node: unknown): string[] {
  return collect(node, 'CommonTableExpr').map(({ ctename }) => ctename as string);
}

/** Every node of one kind, at any depth. */
function collect(node: unknown, kind: string, isEntered: (kind: string) => boolean = () => true): Fields[] {
  if (Array.isArray(node)) return node.flatMap((each) => collect(each, kind, isEntered));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(name === kind ? [value as Fields] : []),
    ...(isEntered(name) ? collect(value, kind, isEntered) : []),
  ]);
}

/** Subqueries are scopes of their own. */
const isSameScope = (kind: string) => !kinds.includes(kind) && kind !== 'withClause';

interface Context {
  readonly columns: CompanyColumns;
  readonly names: ReadonlySet<string>;
  readonly companyParameter: number | undefined;
}

function readScope(kind: string, fields: Fields, { columns, names, companyParameter }: Context): Scope {
  const { relation, ...rest } = fields;
  const target = relation === undefined ? [] : [relation as Fields];
  const sources = kind === 'InsertStmt' ? [] : [...target, ...collect(rest, 'RangeVar', isSameScope)];
  const tables = new Map<string, string>();
  for (const { relname, alias } of sources as { relname: string; alias?: { aliasname: string } }[]) {
    const column = names.has(relname) ? undefined : columns.get(relname);
    if (column !== undefined) tables.set(alias?.aliasname ?? relname, column);
  }
  const [only] = tables.size === 1 ? [...tables.keys()] : [];
  const toName = (node: unknown) => nameOf(node, only, companyParameter);
  const pairs = collect(rest, 'A_Expr', isSameScope)
    .filter(({ kind: operator }) => operator === 'AEXPR_OP' || operator === undefined)
    .filter(({ name }) => JSON.stringify(name).includes('"sval":"="'))
    .flatMap(({ lexpr, rexpr }) => {
      const [left, right] = [toName(lexpr), toName(rexpr)];
      return left !== undefined && right !== undefined ? [[left, right] as const] : [];
    });
  const shared = collect(rest, 'JoinExpr', isSameScope).filter(({ usingClause }) =>
    JSON.stringify(usingClause ?? []).includes('"company_id"'),
  );
  const using = shared.length === 0 ? [] : pairUp([...tables].map(([alias, column]) => `${alias}.${column}`));
  if (kind === 'InsertStmt') return { tables: readInsertTarget(target, rest, columns), equal: [] };
  return { tables, equal: [...pairs, ...using] };
}

/** An insert is tied where its list of columns names the company. */
function readInsertTarget(target: readonly Fields[], { cols }: Fields, columns: CompanyColumns) {
  const { relname } = (target[0] ?? {}) as { relname?: string };
  const column = relname === undefined ? undefined : columns.get(relname);
  const isNamed = collect(cols, 'ResTarget').some(({ name }) => name === column);
  return new Map(relname === undefined || column === undefined || isNamed ? [] : [[relname, column]]);
}

const pairUp = (names: readonly string[]) => names.slice(1).map((name, index) => [names[index] ?? '', name] as const);

/** `alias.column` of a column, `$` of the company parameter, undefined of anything else. */
function nameOf(node: unknown, only: string | undefined, companyParameter: number | undefined): string | undefined {
  const { ColumnRef, ParamRef, TypeCast } = (node ?? {}) as Record<string, Fields | undefined>;
  if (TypeCast) return nameOf(TypeCast['arg'], only, companyParameter);
  if (ParamRef) return ParamRef['number'] === companyParameter ? '$' : undefined;
  if (!ColumnRef) return undefined;
  const parts = collect(ColumnRef['fields'], 'String').map(({ sval }) => sval as string);
  return parts.length > 1 ? parts.join('.') : only === undefined ? undefined : `${only}.${parts[0]}`;
}

/** The columns of this scope and of those around it that the conditions tie to the company parameter. */
function listBound({ tables, equal }: Scope, outer: readonly string[]): string[] {
  const bound = new Set(outer);
  // A column of a subquery or common table that is called company_id was tied where it was read.
  for (const name of equal.flat()) {
    const [alias = '', column] = name.split('.');
    if (column === 'company_id' && !tables.has(alias)) bound.add(name);
  }
  for (let size = -1; size !== bound.size;) {
    size = bound.size;
    for (const [left, right] of equal) {
      if (bound.has(left)) bound.add(right);
      if (bound.has(right)) bound.add(left);
    }
  }
  return [...bound];
}
