import { createHash } from 'node:crypto';
import type { KnownIntakeCaller } from '../lib/request/intake-caller.ts';
import { toSuspension } from '../lib/request/suspension.ts';
import type { Sql } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { boolean, bytes, instant, nullable, text, uuid } from '../sql/types.ts';

const findIntakeCallerStatement = systemStatement({
  name: 'intake-callers.find',
  text: `
    select k.company_id as "companyId", k.id as "keyId", k.name as "keyName", c.time_zone as "timeZone",
      c.suspended_from as "suspendedFrom", c.suspension_reason as "suspensionReason"
    from intake_keys k join companies c on c.id = k.company_id
    where (k.secret_hash = $hash or (k.previous_hash = $hash and k.previous_until > $now))
      and k.revoked_at is null and c.status <> 'pending'`,
  params: { hash: bytes, now: instant },
  row: {
    companyId: uuid,
    keyId: uuid,
    keyName: text,
    timeZone: text,
    suspendedFrom: nullable(instant),
    suspensionReason: nullable(text),
  },
});

/** An intake key is 256 random bits, so one round of SHA-256 protects it. */
export function hashIntakeKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The company of an intake key, also by its previous secret until the grace of a rotation ends. */
export async function findIntakeCaller(sql: Sql, secret: string, now: Date): Promise<KnownIntakeCaller | undefined> {
  const row = await sql.find(findIntakeCallerStatement, { hash: hashIntakeKey(secret), now });
  if (!row) return undefined;
  const { companyId, keyId, keyName, timeZone } = row;
  return { companyId, keyId, keyName, timeZone, suspension: toSuspension(row) };
}

const explainStatement = systemStatement({
  name: 'intake-callers.explain',
  text: `
    select k.revoked_at is not null as "isRevoked", k.secret_hash <> $hash as "isReplaced"
    from intake_keys k
    where k.secret_hash = $hash or k.previous_hash = $hash or k.former_hashes @> array[$hash::bytea]`,
  params: { hash: bytes },
  row: { isRevoked: boolean, isReplaced: boolean },
});

/** Why a secret has no caller. Only its holder can ask: it cannot be guessed. */
export async function explainIntakeKey(sql: Sql, secret: string): Promise<string> {
  const row = await sql.find(explainStatement, { hash: hashIntakeKey(secret) });
  if (!row) return 'This key is unknown here. Check that all of it was copied, and the address.';
  if (row.isRevoked) return 'This key has been revoked.';
  if (row.isReplaced) return 'This key has been replaced by a new one, which must be used now.';
  return 'The company of this key is not approved yet.';
}
