import { toAuditStamp } from '../lib/request/call-context.ts';
import { Problem } from '../lib/request/problem.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import { recordAudit } from './audit.ts';
import type { AuditedWrite } from './change-record.ts';

export interface RecordDeletion<Stored> extends AuditedWrite<Stored> {
  /** Locks the record until the end of the transaction, where the actor may delete it. */
  readonly lock: () => Promise<Stored | undefined>;
  /** The policy: throws where the locked record must stay. */
  readonly allow?: (stored: Stored) => void;
  readonly delete: (stored: Stored) => Promise<void>;
}

/**
 * Deletes a record in the order that every deletion has: lock, policy, deletion, audit entry. Answers the deleted record.
 * @throws Problem `record.not-found`, or what `allow` throws
 */
export async function deleteRecord<Stored>(tx: CompanyTransaction, deletion: RecordDeletion<Stored>): Promise<Stored> {
  const stored = await deletion.lock();
  if (!stored) throw new Problem('record.not-found');
  deletion.allow?.(stored);
  await deletion.delete(stored);
  await recordAudit(tx, {
    ...deletion.toSubject(stored),
    ...toAuditStamp(deletion.context, deletion.now, deletion.isAtHome),
    action: deletion.action,
    before: deletion.toFields(stored),
  });
  return stored;
}
