import type pg from 'pg';

/**
 * One company's writers of conversations, ledger and holds take turns, also between processes: no deadlocks, and what
 * was read stays true. The functions of migration 0010 take the same lock.
 */
export async function lockCompany(executor: Pick<pg.PoolClient, 'query'>, companyId: string): Promise<void> {
  const text = 'select pg_advisory_xact_lock(hashtextextended($1, 7283914005))';
  await executor.query({ name: 'ledger: lock', text, values: [companyId] });
}
