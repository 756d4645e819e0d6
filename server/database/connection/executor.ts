import type pg from 'pg';

/** An executor that takes named and typed statements too. */
type Connection = Pick<pg.PoolClient, 'query'>;

const executors = new WeakMap<object, Connection>();

/** Notes on which connection a transaction runs. */
export function rememberExecutor(tx: object, executor: Connection): void {
  executors.set(tx, executor);
}

/**
 * The same transaction for code that brings its own SQL, such as the identity adapter.
 * @param tx what `withCompany` or `withSystem` handed out, not a savepoint inside it
 */
export function toExecutor(tx: object): Connection {
  const executor = executors.get(tx);
  if (!executor) throw new Error('Only a transaction of withCompany or withSystem can be handed on, not a savepoint.');
  return executor;
}
