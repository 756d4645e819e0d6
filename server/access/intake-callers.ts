import { createHash } from 'node:crypto';
import type { KnownIntakeCaller } from '../lib/request/intake-caller.ts';
import { toSuspension } from '../lib/request/suspension.ts';
import type { Sql } from '../sql/sql.ts';
import { systemStatement } from '../sql/statement.ts';
import { bytes, instant, nullable, text, uuid } from '../sql/types.ts';

/* The last use is recorded to the minute, because a busy key would otherwise write a row for every batch. */
const findIntakeCallerStatement = systemStatement({
  name: 'intake-callers.find',
  text: `
    with found as (
      select k.company_id, k.id, k.name, k.last_used_at, k.last_asked_at, c.time_zone, c.suspended_from, c.suspension_reason
      from intake_keys k join companies c on c.id = k.company_id
      where (k.secret_hash = $hash or (k.previous_hash = $hash and k.previous_until > $now))
        and k.revoked_at is null and c.status <> 'pending'
    ), recorded as (
      update intake_keys k set last_used_at = $now from found f
      where k.company_id = f.company_id and k.id = f.id
        and (f.last_used_at is null or f.last_used_at < $now::timestamptz - interval '1 minute')
    )
    select company_id as "companyId", id as "keyId", name as "keyName", time_zone as "timeZone", last_asked_at as "askedAt", suspended_from as "suspendedFrom",
      suspension_reason as "suspensionReason"
    from found`,
  params: { hash: bytes, now: instant },
  row: {
    companyId: uuid,
    keyId: uuid,
    keyName: text,
    timeZone: text,
    askedAt: nullable(instant),
    suspendedFrom: nullable(instant),
    suspensionReason: nullable(text),
  },
});

/** An intake key is 256 random bits, so one round of SHA-256 protects it. */
export function hashIntakeKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** The company of an intake key, also by its previous secret until the grace of a rotation ends. One statement. */
export async function findIntakeCaller(sql: Sql, secret: string, now: Date): Promise<KnownIntakeCaller | undefined> {
  const row = await sql.find(findIntakeCallerStatement, { hash: hashIntakeKey(secret), now });
  if (!row) return undefined;
  const { companyId, keyId, keyName, timeZone, askedAt } = row;
  return { companyId, keyId, keyName, timeZone, askedAt, suspension: toSuspension(row) };
}
