import { lt } from 'drizzle-orm';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Database } from '../../database/open-database.ts';
import { idempotencyKeys } from '../../database/schema/idempotency-keys.ts';

const dayMs = 24 * 60 * 60 * 1000;
const keyLifetimeMs = 7 * dayMs;
const spanLifetimeMs = 30 * dayMs;

/**
 * Forgets idempotency keys of more than a week ago, because nobody repeats a request for that long, and what was kept of
 * spans for more than thirty days, in which all of a conversation has long arrived.
 */
export async function deleteOldRows(database: Database, now: Date): Promise<void> {
  const olderThan = (lifetimeMs: number) => new Date(now.getTime() - lifetimeMs);
  await database.withSystem('old-rows.delete', async (tx) => {
    await tx.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, olderThan(keyLifetimeMs)));
    await toExecutor(tx).query('delete from spans where received_at < $1', [olderThan(spanLifetimeMs)]);
  });
}
