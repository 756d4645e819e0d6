import { runSql } from '../sql/run-sql.ts';
import type { TestPortal } from '../test-portal.ts';

/** A support request that no invoice bills. @returns its id */
export async function makeSupportRequest(portal: TestPortal, companyId: string): Promise<string> {
  const [request] = await portal.database.inCompany(companyId, (tx) =>
    runSql<{ id: string }>(
      tx,
      `insert into support_requests (day, type, subject, cost_ten_thousandths, recorded_at)
        values ('2026-11-01', 'E-mail', 's', 10000, $1) returning id`,
      [portal.clock.now()],
    ),
  );
  return request?.id ?? '';
}
