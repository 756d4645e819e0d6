import type { Pool, PoolClient } from 'pg';

/** Runs `work` in a transaction of its own; a connection that is in doubt afterwards is closed, not lent out again. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isInDoubt = true;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    isInDoubt = false;
    return result;
  } catch (fault) {
    isInDoubt = !(await client.query('ROLLBACK').then(
      () => true,
      () => false,
    ));
    throw fault;
  } finally {
    client.release(isInDoubt);
  }
}
