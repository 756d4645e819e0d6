/** Runs SQL with `$1` parameters, mostly inside the caller's transaction: a `pg` client, or anything with the same `query`. */
export interface Executor {
  query(sql: string, params?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}
