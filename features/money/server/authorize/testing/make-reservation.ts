import { randomUUID } from 'node:crypto';
import { runSql } from '#server/testing/sql/run-sql.ts';
import { toRecordId } from '#server/lib/reported-names.ts';
import type { TestPortal } from '#server/testing/test-portal.ts';

/** Creates a reservation of a free run for an hour. @returns its reservation id */
export function makeReservation({ database, clock }: TestPortal, companyId: string): Promise<string> {
  const requestId = randomUUID();
  const now = clock.now();
  const values = [toRecordId(requestId), requestId, now, new Date(now.getTime() + 3_600_000)];
  return database.inCompany(companyId, async (tx) => {
    const rows = await runSql<{ reservation: string }>(
      tx,
      `insert into budget_reservations (id, external_id, reservation, taken_at, expires_at, day, skill_number, user_number,
          price_ten_thousandths, state, decision)
        values ($1, $2, gen_random_uuid(), $3, $4, $3::timestamptz::date, 0, 0, 0, 'held', 'allow') returning reservation`,
      values,
    );
    return rows[0]?.reservation ?? '';
  });
}
