import { lt } from 'drizzle-orm';
import type { Database } from './open-database.ts';
import { idempotencyKeys } from './schema/idempotency-keys.ts';

const keyLifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Forgets idempotency keys of more than a week ago: nobody repeats a request for that long. */
export async function deleteOldRows(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keyLifetimeMs);
  await database.withSystem('old-rows.delete', (tx) =>
    tx.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, oldest)),
  );
}
