import { isDeepStrictEqual } from 'node:util';
import { sealedFields } from '../database/audit-chain/sealed-fields.sql.ts';
import { insertValues } from '../sql/columns.ts';
import type { CompanyTransaction, Sql, SystemTransaction } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { array, instant, json, nullable, text, uuid } from '../sql/types.ts';

/** The actor with the name and address of that time. `company` is set where the actor is a user of another company. */
export interface AuditActor {
  readonly accountId: string | null;
  readonly name: string;
  readonly email: string;
  readonly company?: string | null;
}

export type AuditFields = Readonly<Record<string, unknown>>;

/** The record of an audit entry. */
export interface AuditSubject {
  readonly entity: string;
  readonly entityId: string;
  readonly entityLabel: string;
}

export interface AuditRecord extends AuditSubject {
  /** Needed in a system transaction; a company transaction binds its own. */
  readonly companyId?: string;
  readonly actor: AuditActor;
  /** `area.verb`, for example `users.create`. */
  readonly action: string;
  /** The record before and after, as far as there is one; only fields that differ are stored, and no secrets. */
  readonly before?: AuditFields | null;
  readonly after?: AuditFields | null;
  readonly requestId: string;
  readonly now: Date;
}

/** The columns of an entry that the audit log shows, beside its id. */
export const auditColumns = {
  occurredAt: instant,
  actorName: text,
  actorEmail: text,
  actorCompany: nullable(text),
  action: text,
  entity: text,
  entityId: text,
  entityLabel: text,
  before: nullable(json<AuditFields>()),
  after: nullable(json<AuditFields>()),
  requestId: text,
};

const recorded = { companyId: uuid, actorAccountId: nullable(uuid), ...auditColumns };

/** The statement answers what the transaction seals. */
const sealed = { row: { fields: array(nullable(text)) }, writesAudit: true } as const;

const toStatement = (table: string) =>
  systemStatement({
    text: `insert into ${table} ${insertValues(recorded)} returning ${sealedFields()} as fields`,
    params: recorded,
    ...sealed,
  });

const recordAuditStatement = toStatement('audit_entries');
const recordAccountEntryStatement = toStatement('public.audit_entries');

const secretName =
  /password|secret|token|hash|otp|recovery|backup_?codes?|credential|api_?key|private_?key|cookie|session/i;
/** Fields that change with every update. */
const bookkeeping = new Set(['version', 'updatedAt', 'createdAt']);

/**
 * Writes an audit entry in the transaction of the change, so that both are committed or neither. An update that changed no
 * field writes no entry.
 */
export async function recordAudit(tx: CompanyTransaction | SystemTransaction, record: AuditRecord): Promise<void> {
  const entry = toEntry({ ...record, companyId: record.companyId ?? getBoundCompany(tx) });
  if (entry) await tx.run(recordAuditStatement, entry);
}

type PlacedRecord = AuditRecord & { readonly companyId: string };

/** The same for what a person does to the account, on the system role, any search path. */
export async function recordAccountEntry(sql: Sql, record: PlacedRecord): Promise<void> {
  const entry = toEntry(record);
  if (entry) await sql.run(recordAccountEntryStatement, entry);
}

/** Undefined for an update that changed no field. */
function toEntry({ actor, before = null, after = null, now, ...rest }: PlacedRecord) {
  const changed = listChanged(before, after);
  if (before && after && changed.size === 0) return undefined;
  return {
    ...rest,
    occurredAt: now,
    actorAccountId: actor.accountId,
    actorName: actor.name,
    actorEmail: actor.email,
    actorCompany: actor.company ?? null,
    before: before && pick(before, changed),
    after: after && pick(after, changed),
  };
}

function getBoundCompany(tx: CompanyTransaction | SystemTransaction): string {
  if ('companyId' in tx) return tx.companyId;
  throw new Error('An audit entry in a system transaction needs its company.');
}

/** Names of the fields that differ. */
function listChanged(before: AuditFields | null, after: AuditFields | null): ReadonlySet<string> {
  const names = Object.keys({ ...before, ...after });
  const isRecorded = (name: string) => !secretName.test(name) && !bookkeeping.has(name);
  return new Set(names.filter((name) => isRecorded(name) && !isDeepStrictEqual(before?.[name], after?.[name])));
}

function pick(fields: AuditFields, names: ReadonlySet<string>): AuditFields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => names.has(name))
      .map(([name, value]) => [name, removeSecrets(value)]),
  );
}

function removeSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeSecrets);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secretName.test(name))
      .map(([name, inner]) => [name, removeSecrets(inner)]),
  );
}
