import { isDeepStrictEqual } from 'node:util';
import { auditEntries } from '../database/schema/audit-entries.ts';
import type { Transaction } from '../database/connection/transactions.ts';

/** Who did it, as they were called then. `company` is set where they are of another company than the record. */
export type AuditActor = { accountId: string | null; name: string; email: string; company?: string | null };

type Fields = Readonly<Record<string, unknown>>;

export type AuditRecord = {
  /** Needed inside `withSystem` only; inside `withCompany` it is the bound company. */
  companyId?: string;
  actor: AuditActor;
  /** `area.what`, for example `users.create`. */
  action: string;
  entity: string;
  entityId: string;
  entityLabel: string;
  /** The record before and after, as far as known; only fields that differ are kept, and never a secret. */
  before?: Fields | null;
  after?: Fields | null;
  requestId: string;
  now: Date;
};

const secretName =
  /password|secret|token|hash|otp|recovery|backup_?codes?|credential|api_?key|private_?key|cookie|session/i;
/** Change with every save and say nothing. */
const bookkeeping = new Set(['version', 'updatedAt', 'createdAt']);

/**
 * Writes down a change in the transaction that makes it, so that neither exists without the other. A save that
 * changed nothing leaves no entry.
 */
export async function recordAudit(tx: Transaction, record: AuditRecord): Promise<void> {
  const { actor, before = null, after = null, now, ...rest } = record;
  const changed = pickChanged(before, after);
  if (before && after && Object.keys(changed).length === 0) return;
  await tx.insert(auditEntries).values({
    ...rest,
    occurredAt: now,
    actorAccountId: actor.accountId,
    actorName: actor.name,
    actorEmail: actor.email,
    actorCompany: actor.company ?? null,
    before: before && pick(before, changed),
    after: after && pick(after, changed),
  });
}

function pickChanged(before: Fields | null, after: Fields | null): Fields {
  const all = { ...before, ...after };
  const names = Object.keys(all).filter(
    (name) => !secretName.test(name) && !bookkeeping.has(name) && !isDeepStrictEqual(before?.[name], after?.[name]),
  );
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

function pick(fields: Fields, names: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => Object.hasOwn(names, name))
      .map(([name, value]) => [name, withoutSecrets(value)]),
  );
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretName.test(name))
      .map(([name, inner]) => [name, withoutSecrets(inner)]),
  );
}
