import type { Sql } from '../../sql/sql.ts';

/**
 * Runs a statement of a test that is declared nowhere, because it looks at rows that the product does not read.
 * @param values of `$1`, `$2` …
 */
export function runSql<Row = Record<string, unknown>>(
  sql: Sql,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  // A distributed PostgreSQL sends INSERT … SELECT without RETURNING as COPY, which row-level security refuses.
  const isCopied = /^\s*insert into [^;]*\bselect\b/i.test(text) && !/\b(?:returning|on conflict)\b/i.test(text);
  const order = values.map((_, index) => `p${index}`);
  const params = Object.fromEntries(values.map((value, index) => [`p${index}`, value]));
  return sql.list(
    { scope: 'any', name: undefined, text: isCopied ? `${text} returning 1` : text, order, params: {}, row: {} },
    params,
  ) as Promise<Row[]>;
}
