import { toAuditStamp, type CallContext } from '../lib/request/call-context.ts';
import { Problem } from '../lib/request/problem.ts';
import type { CompanyTransaction } from '../sql/sql.ts';
import { recordAudit, type AuditFields, type AuditSubject } from './audit.ts';

/** How the audit log shows records of one kind. */
export interface AuditedKind<Stored> {
  readonly toSubject: (stored: Stored) => AuditSubject;
  /** The fields whose changes are stored. */
  readonly toFields: (stored: Stored) => AuditFields;
}

/** Facts that every write of a record names for its audit entry. */
export interface AuditedWrite<Stored> extends AuditedKind<Stored> {
  readonly context: CallContext;
  readonly now: Date;
  /** `area.verb`, for example `users.update`. */
  readonly action: string;
  /** The record belongs to the actor's own company, so that the entry names no other company. */
  readonly isAtHome?: boolean;
}

export interface RecordChange<Stored, Written extends Stored = Stored> extends AuditedWrite<Stored> {
  /** Locks the record until the end of the transaction, where the actor may change it. */
  readonly lock: () => Promise<Stored | undefined>;
  /** The version that the change was made from; undefined takes any. */
  readonly version: number | undefined;
  /** Converts to the record that the actor sees, for `record.stale`. */
  readonly toVisible: (stored: Stored) => unknown;
  /** The policy: throws where this change of the locked record is not allowed. */
  readonly allow?: (stored: Stored) => void;
  readonly write: (stored: Stored) => Promise<Written>;
  /** Audited beside the fields of the record, such as that a secret was replaced. */
  readonly alsoAudited?: AuditFields;
}

/**
 * @param version the version a change was made from; undefined takes any
 * @param toVisible what the actor sees of the record
 * @throws Problem `record.stale` with the visible record
 */
export function allowVersion<Stored extends { readonly version: number }>(
  stored: Stored,
  version: number | undefined,
  toVisible: (stored: Stored) => unknown,
): void {
  if (version === undefined || version === stored.version) return;
  throw new Problem('record.stale', { current: toVisible(stored) });
}

/**
 * Changes a record in the order that every change has: lock, version, policy, write, audit entry. Answers what
 * `write` answers: the written record, and what else the caller needs after the commit.
 * @throws Problem `record.not-found`, `record.stale`, or what `allow` throws
 */
export async function changeRecord<Stored extends { readonly version: number }, Written extends Stored = Stored>(
  tx: CompanyTransaction,
  change: RecordChange<Stored, Written>,
): Promise<Written> {
  const stored = await change.lock();
  if (!stored) throw new Problem('record.not-found');
  allowVersion(stored, change.version, change.toVisible);
  change.allow?.(stored);
  const written = await change.write(stored);
  await recordAudit(tx, {
    ...change.toSubject(written),
    ...toAuditStamp(change.context, change.now, change.isAtHome),
    action: change.action,
    before: change.toFields(stored),
    after: { ...change.toFields(written), ...change.alsoAudited },
  });
  return written;
}
