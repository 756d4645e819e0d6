import type { IntakeKey } from '#contract/intake/intake-keys.ts';
import { toExecutor } from '../../database/connection/executor.ts';
import type { Transaction } from '../../database/connection/transactions.ts';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly created_at: Date;
  readonly created_by: string;
  readonly last_used_at: Date | null;
  readonly previous_until: Date | null;
  readonly revoked_at: Date | null;
  readonly version: number;
}

/** What is kept of a secret. */
export interface SecretTrace {
  readonly hash: Buffer;
  readonly hint: string;
}

/** A hash is compared, never read. */
const columns = 'id, name, hint, created_at, created_by, last_used_at, previous_until, revoked_at, version';

/** Active keys by name, then revoked ones, the latest first. */
export async function listIntakeKeys(tx: Transaction, now: Date): Promise<IntakeKey[]> {
  const text = `select ${columns} from intake_keys
    order by revoked_at is not null, revoked_at desc, lower(name), id`;
  const { rows } = await toExecutor(tx).query<Row>(text);
  return rows.map((row) => toIntakeKey(row, now));
}

/** Locks the key until the transaction ends. */
export async function lockIntakeKey(tx: Transaction, id: string, now: Date): Promise<IntakeKey | undefined> {
  const text = `select ${columns} from intake_keys where id = $1 for update`;
  const { rows } = await toExecutor(tx).query<Row>(text, [id]);
  return rows[0] && toIntakeKey(rows[0], now);
}

export function insertIntakeKey(
  tx: Transaction,
  { name, createdBy, hash, hint }: SecretTrace & { name: string; createdBy: string },
  now: Date,
): Promise<IntakeKey> {
  const text = `insert into intake_keys (name, created_by, secret_hash, hint, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $5) returning ${columns}`;
  return write(tx, now, text, [name, createdBy, hash, hint, now]);
}

export function renameIntakeKey(tx: Transaction, id: string, name: string, now: Date): Promise<IntakeKey> {
  const text = `update intake_keys set name = $2, version = version + 1, updated_at = $3
    where id = $1 returning ${columns}`;
  return write(tx, now, text, [id, name, now]);
}

/** The present secret becomes the previous one, good until `previousUntil`; the one before that is forgotten. */
export function replaceSecret(
  tx: Transaction,
  { id, hash, hint, previousUntil }: SecretTrace & { id: string; previousUntil: Date | null },
  now: Date,
): Promise<IntakeKey> {
  const text = `update intake_keys set secret_hash = $2, hint = $3, previous_until = $4,
      previous_hash = case when $4::timestamptz is null then null else secret_hash end,
      version = version + 1, updated_at = $5
    where id = $1 returning ${columns}`;
  return write(tx, now, text, [id, hash, hint, previousUntil, now]);
}

export function revokeIntakeKey(tx: Transaction, id: string, now: Date): Promise<IntakeKey> {
  const text = `update intake_keys set revoked_at = $2, previous_hash = null, previous_until = null,
      version = version + 1, updated_at = $2
    where id = $1 returning ${columns}`;
  return write(tx, now, text, [id, now]);
}

async function write(tx: Transaction, now: Date, text: string, values: unknown[]): Promise<IntakeKey> {
  const { rows } = await toExecutor(tx).query<Row>(text, values);
  if (!rows[0]) throw new Error('the statement wrote no row');
  return toIntakeKey(rows[0], now);
}

/** A grace that is over is none. */
function toIntakeKey({ previous_until: until, ...row }: Row, now: Date): IntakeKey {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    previousUntil: until && until > now ? until.toISOString() : null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    version: row.version,
  };
}
