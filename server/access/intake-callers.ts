import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { IntakeCaller } from '../lib/request/intake-caller.ts';
import { toDatabaseError } from '../database/connection/errors.ts';

interface Row {
  readonly company_id: string;
  readonly time_zone: string;
}

/* The last use is noted to the minute, so that a busy key does not write a row for every batch. */
const statement = {
  name: 'find intake caller',
  text: `
    with found as (
      select k.company_id, k.id, k.last_used_at, c.time_zone
      from intake_keys k join companies c on c.id = k.company_id
      where (k.secret_hash = $1 or (k.previous_hash = $1 and k.previous_until > $2))
        and k.revoked_at is null and c.status <> 'pending'
    ), noted as (
      update intake_keys k set last_used_at = $2 from found f
      where k.company_id = f.company_id and k.id = f.id
        and (f.last_used_at is null or f.last_used_at < $2::timestamptz - interval '1 minute')
    )
    select company_id, time_zone from found`,
};

/** Intake keys are 256 random bits, so one round of SHA-256 keeps them. */
export function hashIntakeKey(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Whom an intake key speaks for, also the key before a rotation until its grace has ended. One statement. */
export async function findIntakeCaller(
  actorPool: pg.Pool,
  secret: string,
  now: Date,
): Promise<IntakeCaller | undefined> {
  try {
    const { rows } = await actorPool.query<Row>({ ...statement, values: [hashIntakeKey(secret), now] });
    const [row] = rows;
    return row && { companyId: row.company_id, timeZone: row.time_zone };
  } catch (error) {
    throw toDatabaseError(error);
  }
}
