import { parse } from 'libpg-query';

/** Columns that PostgreSQL's clock fills where an insert leaves them out, by table. */
export type TimedColumns = ReadonlyMap<string, readonly string[]>;

interface Insert {
  readonly relation: { readonly relname: string };
  readonly cols?: readonly { readonly ResTarget: { readonly name: string } }[];
}

interface Call {
  readonly funcname: readonly { readonly String: { readonly sval: string } }[];
}

const clockFunctions = ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp'];

/**
 * Finds times that a statement takes from PostgreSQL instead of a parameter that the clock port fills: `now()` and the
 * like, and columns of an insert that are left to such a default.
 */
export async function findDatabaseTimes(text: string, columns: TimedColumns): Promise<string[]> {
  const found: string[] = [];
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [kind, value] of Object.entries(node)) {
      if (kind === 'SQLValueFunction') found.push('a time of PostgreSQL');
      if (kind === 'FuncCall') {
        const name = (value as Call).funcname.at(-1)?.String.sval ?? '';
        if (clockFunctions.includes(name)) found.push(`${name}()`);
      }
      if (kind === 'InsertStmt') {
        const { relation, cols = [] } = value as Insert;
        const given = cols.map(({ ResTarget }) => ResTarget.name);
        const left = (columns.get(relation.relname) ?? []).filter((column) => !given.includes(column));
        found.push(...left.map((column) => `${relation.relname}.${column}`));
      }
      visit(value);
    }
  };
  visit(await parse(text));
  return found;
}
