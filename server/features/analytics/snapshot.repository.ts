import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

/** Lets all statements of a transaction see the same moment; to be asked before the first of them. */
export async function startSnapshot(tx: Transaction): Promise<void> {
  await toExecutor(tx).query('set transaction isolation level repeatable read, read only');
}
