import type pg from 'pg';

/** Runs plain SQL with `$1` parameters inside a transaction. */
export type Executor = Pick<pg.PoolClient, 'query'>;

const executors = new WeakMap<object, Executor>();

/** Notes on which connection a transaction runs. */
export function rememberExecutor(tx: object, executor: Executor): void {
  executors.set(tx, executor);
}

/**
 * The same transaction for code that brings its own SQL, such as the identity adapter.
 * @param tx what `withCompany` or `withSystem` handed out, not a savepoint inside it
 */
export function toExecutor(tx: object): Executor {
  const executor = executors.get(tx);
  if (!executor) throw new Error('Only a transaction of withCompany or withSystem can be handed on, not a savepoint.');
  return executor;
}
