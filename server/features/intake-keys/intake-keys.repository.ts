import type { IntakeKey } from '#contract/intake/intake-keys.ts';
import { columns, insertValues } from '../../sql/columns.ts';
import type { CompanyTransaction } from '../../sql/sql.ts';
import { statement } from '../../sql/statement.ts';
import { bytes, instant, integer, nullable, text, uuid } from '../../sql/types.ts';
import type { ParamsOf, RowOf } from '../../sql/types.ts';

/** What is stored of a secret: its hash, which is never selected, and its last characters. */
const trace = { secretHash: bytes, hint: text };

export type SecretTrace = ParamsOf<typeof trace>;

const stored = {
  id: uuid,
  name: text,
  hint: text,
  createdAt: instant,
  createdBy: text,
  lastUsedAt: nullable(instant),
  previousUntil: nullable(instant),
  revokedAt: nullable(instant),
  version: integer,
};

const listIntakeKeysStatement = statement({
  text: `
    select ${columns(stored)} from intake_keys where company_id = $companyId
    order by revoked_at is not null, revoked_at desc, lower(name), id`,
  row: stored,
});

/** Active keys by name, then revoked ones, the latest first. */
export async function listIntakeKeys(tx: CompanyTransaction, now: Date): Promise<IntakeKey[]> {
  return (await tx.list(listIntakeKeysStatement)).map((row) => toIntakeKey(row, now));
}

const lockIntakeKeyStatement = statement({
  text: `select ${columns(stored)} from intake_keys where company_id = $companyId and id = $id for update`,
  params: { id: uuid },
  row: stored,
});

/** Locks the key until the transaction ends. */
export async function lockIntakeKey(tx: CompanyTransaction, id: string, now: Date): Promise<IntakeKey | undefined> {
  const row = await tx.find(lockIntakeKeyStatement, { id });
  return row && toIntakeKey(row, now);
}

const values = { name: text, createdBy: text, ...trace, createdAt: instant, updatedAt: instant };

const createIntakeKeyStatement = statement({
  text: `insert into intake_keys ${insertValues(values)} returning ${columns(stored)}`,
  params: values,
  row: stored,
});

export async function createIntakeKey(
  tx: CompanyTransaction,
  key: SecretTrace & { readonly name: string; readonly createdBy: string },
  now: Date,
): Promise<IntakeKey> {
  return toIntakeKey(await tx.get(createIntakeKeyStatement, { ...key, createdAt: now, updatedAt: now }), now);
}

const ofKey = `version = version + 1, updated_at = $now
    where company_id = $companyId and id = $id returning ${columns(stored)}`;

const renameIntakeKeyStatement = statement({
  text: `update intake_keys set name = $name, ${ofKey}`,
  params: { id: uuid, name: text, now: instant },
  row: stored,
});

export async function renameIntakeKey(tx: CompanyTransaction, id: string, name: string, now: Date): Promise<IntakeKey> {
  return toIntakeKey(await tx.get(renameIntakeKeyStatement, { id, name, now }), now);
}

const rotateIntakeKeyStatement = statement({
  text: `
    update intake_keys set secret_hash = $secretHash, hint = $hint, previous_until = $previousUntil,
      previous_hash = case when $previousUntil::timestamptz is null then null else secret_hash end, ${ofKey}`,
  params: { id: uuid, ...trace, previousUntil: nullable(instant), now: instant },
  row: stored,
});

/** The present secret becomes the previous one, valid until `previousUntil`; an older one becomes invalid. */
export async function rotateIntakeKey(
  tx: CompanyTransaction,
  secret: SecretTrace & { readonly id: string; readonly previousUntil: Date | null },
  now: Date,
): Promise<IntakeKey> {
  return toIntakeKey(await tx.get(rotateIntakeKeyStatement, { ...secret, now }), now);
}

const revokeIntakeKeyStatement = statement({
  text: `update intake_keys set revoked_at = $now, previous_hash = null, previous_until = null, ${ofKey}`,
  params: { id: uuid, now: instant },
  row: stored,
});

export async function revokeIntakeKey(tx: CompanyTransaction, id: string, now: Date): Promise<IntakeKey> {
  return toIntakeKey(await tx.get(revokeIntakeKeyStatement, { id, now }), now);
}

/** Leaves out the end of a grace period that is over. */
function toIntakeKey({ previousUntil, ...row }: RowOf<typeof stored>, now: Date): IntakeKey {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    previousUntil: previousUntil && previousUntil > now ? previousUntil.toISOString() : null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}
