import { toAuditStamp } from '../lib/request/call-context.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import { recordAudit } from './audit.ts';
import type { AuditedWrite } from './change-record.ts';
import { createOnce } from './idempotency.ts';

export interface RecordCreation<Stored, Answer> extends AuditedWrite<Stored> {
  /** The caller's, undefined where it sends none. A repeated key gets the first answer. */
  readonly idempotencyKey: string | undefined;
  /** The request body, without secrets: its hash is stored. */
  readonly request: unknown;
  readonly create: () => Promise<Stored>;
  readonly toAnswer: (created: Stored) => Answer;
}

/**
 * Creates a record once per idempotency key, together with its audit entry.
 * @throws IdempotencyMismatch, or what `create` throws
 */
export function createRecord<Stored, Answer>(
  tx: CompanyTransaction,
  creation: RecordCreation<Stored, Answer>,
): Promise<Answer> {
  const { action, context, now, request, idempotencyKey: key } = creation;
  return createOnce(tx, { key, operation: action, request, now }, async () => {
    const created = await creation.create();
    await recordAudit(tx, {
      ...creation.toSubject(created),
      ...toAuditStamp(context, now, creation.isAtHome),
      action,
      after: creation.toFields(created),
    });
    return creation.toAnswer(created);
  });
}
