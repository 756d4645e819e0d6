import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { idempotencyKeys } from '../database/schema/idempotency-keys.ts';
import type { Transaction } from '../database/connection/transactions.ts';

/** The key was used before, for another operation or another body. */
export class IdempotencyMismatch extends Error {
  override name = 'IdempotencyMismatch';
}

export type IdempotentRequest = {
  /** Chosen by the caller, 1 to 200 characters, unique in its company. */
  key: string;
  operation: string;
  /** What was asked for; the same key with another is refused. */
  request: unknown;
};

/**
 * Carries out `work` once per key of a company, inside a `withCompany` transaction; repeats, also simultaneous ones,
 * get the first answer as JSON gives it back (dates are strings). If the first fails, nothing is remembered.
 * @throws IdempotencyMismatch
 */
export async function runIdempotently<T>(
  tx: Transaction,
  { key, operation, request }: IdempotentRequest,
  work: () => Promise<T>,
): Promise<T> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify(request) ?? '')
    .digest('hex');
  // Waits here while another transaction holds the same key, until that one is committed or rolled back.
  const inserted = await tx
    .insert(idempotencyKeys)
    .values({ key, operation, requestHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (inserted.length === 0) return readAnswer<T>(tx, { key, operation, requestHash });
  const answer = toJson(await work());
  await tx.update(idempotencyKeys).set({ answer }).where(eq(idempotencyKeys.key, key));
  return answer as T;
}

async function readAnswer<T>(tx: Transaction, asked: { key: string; operation: string; requestHash: string }) {
  const [stored] = await tx.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, asked.key));
  if (!stored) throw new Error('The idempotency key vanished while it was read.');
  if (stored.operation !== asked.operation || stored.requestHash !== asked.requestHash) {
    throw new IdempotencyMismatch('This idempotency key was used for another request.');
  }
  return stored.answer as T;
}

function toJson(answer: unknown): unknown {
  return answer === undefined ? null : JSON.parse(JSON.stringify(answer));
}
