import { createHash } from 'node:crypto';
import type { CompanyTransaction } from '../sql/sql.ts';
import { statement } from '../sql/statement.ts';
import { instant, json, nullable, text } from '../sql/types.ts';

/** The key was used before, for another operation or another request. */
export class IdempotencyMismatch extends Error {
  override name = 'IdempotencyMismatch';
}

export interface IdempotentRequest {
  /** Chosen by the caller, 1 to 200 characters, unique in its company; undefined where the caller sends none. */
  readonly key: string | undefined;
  readonly operation: string;
  /** The request body. The same key with another body is a mismatch. */
  readonly request: unknown;
  readonly now: Date;
}

const insertKeyStatement = statement({
  text: `
    insert into idempotency_keys (company_id, key, operation, request_hash, created_at)
    values ($companyId, $key, $operation, $requestHash, $now) on conflict do nothing`,
  params: { key: text, operation: text, requestHash: text, now: instant },
});

const setAnswerStatement = statement({
  text: 'update idempotency_keys set answer = $answer::text::json where company_id = $companyId and key = $key',
  params: { answer: text, key: text },
});

const getKeyStatement = statement({
  text: `
    select operation, request_hash as "requestHash", answer
    from idempotency_keys where company_id = $companyId and key = $key`,
  params: { key: text },
  row: { operation: text, requestHash: text, answer: nullable(json<unknown>()) },
});

/**
 * Runs `create` once per idempotency key of a company. Repeated requests, also simultaneous ones, get the first answer as
 * JSON (dates are strings). A failed `create` stores no key. Without a key `create` runs every time.
 * @throws IdempotencyMismatch
 */
export async function createOnce<T>(
  tx: CompanyTransaction,
  { key, operation, request, now }: IdempotentRequest,
  create: () => Promise<T>,
): Promise<T> {
  if (key === undefined) return create();
  const requestHash = createHash('sha256')
    .update(JSON.stringify(request) ?? '')
    .digest('hex');
  // Waits while another transaction holds the same key, until that transaction is committed or rolled back.
  const inserted = await tx.run(insertKeyStatement, { key, operation, requestHash, now });
  if (inserted === 0) {
    const first = await tx.get(getKeyStatement, { key });
    if (first.operation === operation && first.requestHash === requestHash) return first.answer as T;
    throw new IdempotencyMismatch('This idempotency key was used for another request.');
  }
  const answer = JSON.stringify((await create()) ?? null);
  await tx.run(setAnswerStatement, { key, answer });
  return JSON.parse(answer) as T;
}
